/** Maps errors of the OpenID Connect library to our fixed list of faults, so that no sentence of the provider reaches screen or log. */
import { SingleSignOnFault, type SingleSignOnFaultCode } from "#lib/members/single-sign-on-fault.ts";

/** Codes of the library and the network for a provider that gave no usable answer in time. */
const AWAY = new Set<unknown>(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_JSON"]);

export function providerFault(thrown: unknown): SingleSignOnFault {
	if (thrown instanceof SingleSignOnFault) return thrown;
	const fault: LibraryError = thrown instanceof Error ? thrown : {};
	return new SingleSignOnFault(kindOf(fault), protocolCode(fault.error) ?? protocolCode(fault.code));
}

type LibraryError = Partial<Record<"code" | "error" | "status" | "cause" | "message", unknown>>;

function kindOf({ code, error, status, cause, message }: LibraryError): SingleSignOnFaultCode {
	if (error === "access_denied") return "cancelled";
	const isUnreached = message === "fetch failed" || (cause instanceof Error && cause.message === "fetch failed");
	const answered = cause instanceof Response ? cause.status : status;
	const isBroken = typeof answered === "number" && answered >= 500;
	const isBusy = error === "temporarily_unavailable" || error === "server_error";
	return isBusy || isBroken || isUnreached || AWAY.has(code) ? "provider_away" : "unproved";
}

/** Returns text in the form of a protocol code, and null for any other, such as names and e-mails. */
function protocolCode(text: unknown): string | null {
	return typeof text === "string" && /^[A-Za-z]+(_[A-Za-z]+){0,6}$/.test(text) && text.length <= 60 ? text : null;
}
