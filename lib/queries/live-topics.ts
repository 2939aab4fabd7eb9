/** The query keys whose data an update from `/api/events` makes stale. Every update also affects Home and the page's frame. */
import type { LiveUpdate } from "#lib/contracts/desk-status.ts";

const KEYS: Record<LiveUpdate["topic"], readonly string[]> = {
	payments: ["payments", "batches", "recipients", "evidence", "audit", "imports"],
	batches: ["batches", "payments", "audit"],
	recipients: ["recipients", "payments", "batches", "reconciliation", "audit"],
	statements: ["statements", "audit"],
	wallets: ["wallets", "evidence", "reconciliation", "statements"],
	movements: ["movements", "evidence", "reconciliation", "statements"],
	members: ["members", "sign-in-rules", "settings", "audit"],
	settings: [
		"settings",
		"operators",
		"configuration",
		"wallet-gaps",
		"service-record",
		"payout-rules",
		"sign-in-rules",
		"payments",
		"batches",
		"movements",
		"audit",
	],
	status: ["configuration", "wallet-gaps"],
	imports: ["imports", "evidence", "reconciliation"],
	reconciliation: ["reconciliation", "movements", "payments", "evidence", "statements", "audit"],
	change_requests: ["change-requests", "statements", "audit"],
	notices: ["notices", "account"],
};

/**
 * Returns prefixes of the query keys to invalidate: all keys for a null topic, when the stream was interrupted, and for an unknown topic,
 * when the server is newer than the page.
 */
export function staleKeys(topic: string | null): readonly (readonly [string])[] {
	const known = Object.entries(KEYS).find(([name]) => name === topic)?.[1];
	return [...(known ?? new Set(Object.values(KEYS).flat())), "overview", "status"].map((key) => [key] as const);
}
