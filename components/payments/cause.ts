/** Causes that Cauri itself writes into the record, as keys under `payments.cause`: people read them in their language. Pure. */
const CAUSES = new Map(
	Object.entries({
		"the service's name could not be looked up": "lookup",
		"the connection could not be made": "connect",
		"the secure connection could not be made": "tls",
		"the connection took too long": "connect_timeout",
		"the connection stood too late: the machine had slept": "too_late",
		"no answer came in time": "headers_timeout",
		"the answer stopped half-way": "body_timeout",
		"the answer took too long": "total_timeout",
		"the connection broke off": "broken_off",
		"the answer was not HTTP": "not_http",
		"the answer was too large": "too_large",
		"the answer was compressed although it must not be": "encoded",
		"the request could not be made": "not_made",
		"the answer was not JSON": "not_json",
		"the answer could not be read": "unreadable",
		"the answer names no reference": "no_reference",
		"the amount, currency or type in the answer cannot be read": "foreign_money",
		"the answer lacks what it must hold": "incomplete",
		"the service knows no such wallet": "no_wallet",
		"the service did not answer and is let rest": "rest",
		"too many questions wait already": "crowd",
		"the question failed": "question",
		"the answer speaks of another reference": "other_reference",
		"the answer speaks of another currency": "other_currency",
	}),
);
const STATUS = /^the service answered (\d{3})( and was not followed)?$/;

/** Null for words of the service or of a person, which are shown as they came. */
export function causeKey(note: string): { key: string; status: string } | null {
	const [, status, redirect] = STATUS.exec(note) ?? [];
	if (status) return { key: redirect ? "redirect" : "status", status };
	const key = CAUSES.get(note);
	return key === undefined ? null : { key, status: "" };
}
