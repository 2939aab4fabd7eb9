/** Which query keys a change of `/api/events` makes old. Every change also touches Home and the frame. */
import type { Change } from "#lib/contracts/desk-status.ts";

const KEYS: Record<Change["topic"], readonly string[]> = {
	payments: ["payments", "evidence", "audit", "imports"],
	wallets: ["wallets", "evidence", "reconciliation"],
	movements: ["movements", "evidence"],
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
	reconciliation: ["reconciliation", "evidence"],
	change_requests: ["change-requests", "audit"],
	notices: ["notices"],
};

/**
 * Prefixes to invalidate. Null means all of them: the stream was away, anything may have changed. So does a topic that this page does
 * not know: the desk is newer than it.
 */
export function staleKeys(topic: string | null): readonly (readonly [string])[] {
	const known = Object.entries(KEYS).find(([name]) => name === topic)?.[1];
	return [...(known ?? new Set(Object.values(KEYS).flat())), "overview", "status"].map((key) => [key] as const);
}
