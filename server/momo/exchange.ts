/** The raw result of one request. It keeps the body and only three of the headers, so that no header can leak a secret. */
import type { CauseKey } from "#lib/failure-causes.ts";

export type ExchangeFault = Extract<
	CauseKey,
	| "lookup"
	| "connect"
	| "tls"
	| "connect_timeout"
	| "too_late"
	| "headers_timeout"
	| "body_timeout"
	| "total_timeout"
	| "broken_off"
	| "not_http"
	| "too_large"
	| "encoded"
	| "not_made"
>;

export interface Exchange {
	/**
	 * False proves that no byte of the request left: name look-up, connection or TLS failed, was not tried, or came too late. For a POST the
	 * connector decides, for a GET the start of undici's request.
	 */
	connected: boolean;
	status: number | undefined;
	contentType: string;
	retryAfterSeconds: number | undefined;
	/** The body as far as it arrived, as text, with our own keys removed. */
	text: string;
	/** Undefined: the answer is complete. */
	fault: ExchangeFault | undefined;
	/** The answer's `Date` header, and the `performance.now()` at which the headers arrived. */
	serviceDate?: { date: string | undefined; ticks: number };
}

export function readHead(status: number, headers: Record<string, string | string[] | undefined>) {
	const one = (name: string) => [headers[name]].flat()[0];
	return {
		status,
		contentType: one("content-type")?.toLowerCase() ?? "",
		retryAfterSeconds: readRetryAfter(one("retry-after"), one("date")),
		serviceDate: { date: one("date"), ticks: performance.now() },
		encoding: one("content-encoding"),
	};
}

/** Returns the seconds of a `Retry-After`, at most a day. It is a number or a date; a date counts from the answer's own `Date` header. */
export function readRetryAfter(retryAfter: string | undefined, date: string | undefined): number | undefined {
	if (retryAfter === undefined) return undefined;
	const seconds = /^\d{1,9}$/.test(retryAfter.trim())
		? Number(retryAfter)
		: Math.ceil((Date.parse(retryAfter) - Date.parse(date ?? "")) / 1_000);
	return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : undefined;
}

export function isIdentity(contentEncoding: string | undefined): boolean {
	return contentEncoding === undefined || /^\s*(identity)?\s*$/i.test(contentEncoding);
}

const FAULT_OF_CODE: Record<string, ExchangeFault> = {
	ENOTFOUND: "lookup",
	EAI_AGAIN: "lookup",
	EAI_FAIL: "lookup",
	ECONNREFUSED: "connect",
	UND_ERR_CONNECT_TIMEOUT: "connect_timeout",
	CAURI_TOO_LATE: "too_late",
	// The other side ended the connection before the first byte.
	CAURI_CLOSED: "connect",
	UND_ERR_HEADERS_TIMEOUT: "headers_timeout",
	UND_ERR_BODY_TIMEOUT: "body_timeout",
	ECONNRESET: "broken_off",
	EPIPE: "broken_off",
	UND_ERR_SOCKET: "broken_off",
	UND_ERR_INVALID_ARG: "not_made",
	CAURI_NO_ROUTE: "not_made",
};

/** Classifies undici's or Node's error. The error itself is not kept, because its fields may contain anything. */
export function faultOf(error: unknown, started: boolean): ExchangeFault {
	const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
	const known = FAULT_OF_CODE[code];
	if (known !== undefined) return known;
	if (error instanceof Error && error.name === "TimeoutError") return "total_timeout";
	if (code.startsWith("HPE_")) return "not_http";
	if (!started) return /SSL|TLS|CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? "tls" : "connect";
	return "broken_off";
}
