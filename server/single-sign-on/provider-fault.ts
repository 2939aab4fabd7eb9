/** Maps errors of the OpenID Connect library to our fixed list of faults, so that no sentence of the provider reaches screen or log. */
import { SingleSignOnFault, type SingleSignOnFaultCode } from "#lib/members/single-sign-on-fault.ts";

/** Codes of the library and the network for a provider that gave no usable answer in time. */
const AWAY = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_JSON"]);

export function providerFault(error: unknown): SingleSignOnFault {
	if (error instanceof SingleSignOnFault) return error;
	const { code, error: errorCode, status, message } = partsOf(error);
	const providerCode = protocolCode(errorCode) ?? protocolCode(code);
	return new SingleSignOnFault(kindOf({ code, errorCode, status, message }), providerCode);
}

type Parts = Record<"code" | "error" | "status" | "message", unknown>;

function kindOf({ code, errorCode, status, message }: Record<string, unknown>): SingleSignOnFaultCode {
	if (errorCode === "access_denied") return "cancelled";
	if (errorCode === "temporarily_unavailable" || errorCode === "server_error") return "provider_away";
	if (AWAY.has(String(code)) || message === "fetch failed") return "provider_away";
	return typeof status === "number" && status >= 500 ? "provider_away" : "unproved";
}

function partsOf(error: unknown): Parts {
	const none: Parts = { code: undefined, error: undefined, status: undefined, message: undefined };
	if (!(error instanceof Error)) return none;
	const { cause } = error;
	const status = cause instanceof Response ? cause.status : (error as Partial<Parts>).status;
	const innermost = cause instanceof Error && error.message !== "fetch failed" ? cause.message : error.message;
	return { ...none, ...(error as Partial<Parts>), status, message: innermost };
}

/** Returns text in the form of a protocol code, and null for any other, such as names and e-mails. */
function protocolCode(text: unknown): string | null {
	return typeof text === "string" && /^[A-Za-z]+(_[A-Za-z]+){0,6}$/.test(text) && text.length <= 60 ? text : null;
}
