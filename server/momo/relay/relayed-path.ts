/** What the web program may ask the service through the worker: a balance, and what is known of one transaction. Pure. */
import { type TransactionEndpoint, transactionPath, walletPath } from "#server/momo/request-path.ts";

const OF_A_TRANSACTION: readonly TransactionEndpoint[] = ["detail", "history", "status"];

/** The path at the service, built anew of its parts. Null: nothing that may be asked, least of all what starts a payment. */
export function relayedPath(baseUrl: URL, asked: string): string | null {
	const route = asked.startsWith(baseUrl.pathname) ? asked.slice(baseUrl.pathname.length) : "";
	const [noun, kind, name = ""] = route.split("/");
	try {
		const path = pathOf(baseUrl, `${noun}/${kind}`, name);
		return path === asked ? path : null;
	} catch {
		// Not the shape of a reference or of a currency.
		return null;
	}
}

function pathOf(baseUrl: URL, place: string, name: string): string | null {
	if (place === "wallets/fiat") return walletPath(baseUrl, name);
	const endpoint = OF_A_TRANSACTION.find((known) => place === `transactions/${known}`);
	return endpoint ? transactionPath(baseUrl, endpoint, name) : null;
}
