/** The query keys that a change from `/api/events` makes stale. Every change also affects Home and the frame. */
import type { Change } from "#lib/contracts/desk-status.ts";

const KEYS: Record<Change["topic"], readonly string[]> = {
	payments: ["payments", "batches", "evidence", "audit", "imports"],
	batches: ["batches", "audit"],
	recipients: ["recipients", "payments", "batches", "audit"],
	statements: ["statements", "audit"],
	wallets: ["wallets", "evidence", "reconciliation", "statements"],
	movements: ["movements", "evidence", "statements"],
	members: ["members", "sign-in-rules", "settings", "audit"],
	settings: [
		"settings",
		"operators",
		"configuration",
		"wallet-witness",
		"service-record",
		"payout-rules",
		"sign-in-rules",
		"payments",
		"audit",
	],
	status: ["configuration", "wallet-witness"],
	imports: ["imports"],
	reconciliation: ["reconciliation", "evidence", "statements"],
	change_requests: ["change-requests", "audit"],
	notices: ["notices"],
};

/**
 * Returns the prefixes of keys to invalidate. A null topic means all, since the stream was interrupted; an unknown topic, too,
 * since the server is newer than the page.
 */
export function staleKeys(topic: string | null): readonly (readonly [string])[] {
	const known = Object.entries(KEYS).find(([name]) => name === topic)?.[1];
	return [...(known ?? new Set(Object.values(KEYS).flat())), "overview", "status"].map((key) => [key] as const);
}
