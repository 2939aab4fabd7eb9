/**
 * Codes for why a request was not sent or got no usable answer: one of `CAUSES`, or `status:` or `redirect:` with the three digits of an
 * HTTP status.
 * They are stored and logged; their texts for people are under `causes` in lib/i18n.
 */
export const CAUSES = [
	"lookup",
	"connect",
	"tls",
	"connect_timeout",
	"too_late",
	"headers_timeout",
	"body_timeout",
	"total_timeout",
	"broken_off",
	"not_http",
	"too_large",
	"encoded",
	"not_made",
	"worker_away",
	"not_json",
	"unreadable",
	"no_reference",
	"foreign_money",
	"incomplete",
	"no_wallet",
	"rest",
	"crowd",
	"question",
	"other_reference",
	"other_currency",
	"phone_shape",
	"destination_shape",
	"amount_shape",
	"currency_shape",
	"reference_shape",
	"path_outside",
	"no_line_readable",
	"list_too_large",
	"list_too_long",
	"line_too_long",
	"list_broken_off",
	"not_a_list",
] as const;
export type CauseKey = (typeof CAUSES)[number];
export type Cause = CauseKey | `status:${number}` | `redirect:${number}`;

const KEYS = new Set<string>(CAUSES);
const STATUS = /^(status|redirect):(\d{3})$/;

/** Returns the cause for an HTTP status: `redirect:` for 300 to 399, else `status:`. Redirects are never followed. */
export function statusCause(status: number): Cause {
	const digits = String(status).padStart(3, "0") as `${number}`;
	return status >= 300 && status <= 399 ? `redirect:${digits}` : `status:${digits}`;
}

/** Returns the key under `causes` in lib/i18n, and the HTTP status for its text; "" for a cause without one. */
export function causeMessage(cause: Cause): { key: CauseKey | "status" | "redirect"; status: string } {
	const [, key, status] = STATUS.exec(cause) ?? [];
	if (status !== undefined) return { key: key as "status" | "redirect", status };
	return { key: cause as CauseKey, status: "" };
}

export function isCause(text: unknown): text is Cause {
	return typeof text === "string" && (KEYS.has(text) || STATUS.test(text));
}
