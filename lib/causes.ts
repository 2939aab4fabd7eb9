/**
 * Why a question to the service did not end in a readable answer, where Cauri itself says so: the closed list, each with the sentence that
 * stands in the record and the log, and with words in each language under `payments.cause`. Pure.
 */
export const CAUSES = {
	lookup: "the service's name could not be looked up",
	connect: "the connection could not be made",
	tls: "the secure connection could not be made",
	connect_timeout: "the connection took too long",
	too_late: "the connection stood too late: the machine had slept",
	headers_timeout: "no answer came in time",
	body_timeout: "the answer stopped half-way",
	total_timeout: "the answer took too long",
	broken_off: "the connection broke off",
	not_http: "the answer was not HTTP",
	too_large: "the answer was too large",
	encoded: "the answer was compressed although it must not be",
	not_made: "the request could not be made",
	not_json: "the answer was not JSON",
	unreadable: "the answer could not be read",
	no_reference: "the answer names no reference",
	foreign_money: "the amount, currency or type in the answer cannot be read",
	incomplete: "the answer lacks what it must hold",
	no_wallet: "the service knows no such wallet",
	rest: "the service did not answer and is let rest",
	crowd: "too many questions wait already",
	question: "the question failed",
	other_reference: "the answer speaks of another reference",
	other_currency: "the answer speaks of another currency",
	phone_shape: "the phone number is not digits alone",
	destination_shape: "the destination is not a number with its plus sign",
	amount_shape: "the amount cannot be sent",
	currency_shape: "this is not the shape of a currency code",
	reference_shape: "this is not the shape of a reference",
	path_outside: "the path would leave the service",
	no_line_readable: "none of the movements can be read",
	list_too_large: "the movements are too many bytes",
	list_too_long: "the movements are too many",
	line_too_long: "a movement is too long",
	list_broken_off: "the movements broke off",
	not_a_list: "the movements are not a JSON array",
} as const;
export type Cause = keyof typeof CAUSES;

const BY_TEXT = new Map<string, Cause>(Object.entries(CAUSES).map(([cause, text]) => [text, cause as Cause]));
const STATUS = /^the service answered (\d{3})( and was not followed)?$/;

/** As it is kept: the record of earlier versions has the same sentences. */
export function causeText(cause: Cause): string {
	return CAUSES[cause];
}

/** An HTTP status that says no more than itself. */
export function statusText(status: number): string {
	const isRedirect = status >= 300 && status <= 399;
	return `the service answered ${status}${isRedirect ? " and was not followed" : ""}`;
}

/** Of a kept text: its key under `payments.cause`, with the status it names. Null for words of the service or of a person. */
export function causeOf(text: string): { key: Cause | "status" | "redirect"; status: string } | null {
	const [, status, redirect] = STATUS.exec(text) ?? [];
	if (status) return { key: redirect ? "redirect" : "status", status };
	const key = BY_TEXT.get(text);
	return key === undefined ? null : { key, status: "" };
}
