/** Maps errors of the OpenID Connect library to the closed list of faults. The provider's texts reach neither screen nor log. */
import { SingleSignOnFault, type SingleSignOnFaultCode } from "#lib/members/single-sign-on-fault.ts";

/** Error codes of the library and the network for no answer in time. */
const AWAY = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_JSON"]);

export function providerFault(error: unknown): SingleSignOnFault {
	if (error instanceof SingleSignOnFault) return error;
	const { code, error: said, status, message } = partsOf(error);
	const providerCode = protocolCode(said) ?? protocolCode(code);
	return new SingleSignOnFault(kindOf({ code, said, status, message }), providerCode);
}

type Parts = Record<"code" | "error" | "status" | "message", unknown>;

function kindOf({ code, said, status, message }: Record<string, unknown>): SingleSignOnFaultCode {
	if (said === "access_denied") return "cancelled";
	if (said === "temporarily_unavailable" || said === "server_error") return "provider_away";
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

/** Accepts only text in the form of a protocol code; names and e-mails do not match. */
function protocolCode(text: unknown): string | null {
	return typeof text === "string" && /^[A-Za-z]+(_[A-Za-z]+){0,6}$/.test(text) && text.length <= 60 ? text : null;
}
