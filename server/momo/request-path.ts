/** Builds paths of requests to the service: checks each variable part, encodes it, and verifies the resulting URL (payments.md rule 9). */
import type { ServiceEndpoint } from "#lib/contracts/service-record.ts";
import { CURRENCY_PATTERN, REFERENCE_PATTERN } from "#lib/paths.ts";
import { ServiceError } from "#server/errors.ts";

export type TransactionEndpoint = "detail" | "history" | "status";

export function payinPath(baseUrl: URL): string {
	return assertedPath(baseUrl, ["transactions", "payin"]);
}

export function payoutPath(baseUrl: URL): string {
	return assertedPath(baseUrl, ["transactions", "payout"]);
}

export function transactionPath(baseUrl: URL, endpoint: TransactionEndpoint, reference: string): string {
	if (!REFERENCE_PATTERN.test(reference)) throw new ServiceError("not_sent", "reference_shape");
	return assertedPath(baseUrl, ["transactions", endpoint, reference]);
}

export function walletPath(baseUrl: URL, currency: string, ...more: "movements"[]): string {
	if (!CURRENCY_PATTERN.test(currency)) throw new ServiceError("not_sent", "currency_shape");
	return assertedPath(baseUrl, ["wallets", "fiat", currency, ...more]);
}

/** `route`: the path below the base URL. */
export function endpointOf(route: string): ServiceEndpoint {
	const [noun, verb, , more] = route.split("/");
	if (noun === "wallets") return more === "movements" ? "movements" : "balance";
	if (verb === "payin") return "deposit";
	return verb === "payout" || verb === "detail" || verb === "history" ? verb : "status";
}

function assertedPath(baseUrl: URL, segments: readonly string[]): string {
	const path = `${baseUrl.pathname}${segments.map(encodeURIComponent).join("/")}/`;
	const url = new URL(path, baseUrl.origin);
	if (url.href !== `${baseUrl.origin}${path}`) throw new ServiceError("not_sent", "path_outside");
	return path;
}
