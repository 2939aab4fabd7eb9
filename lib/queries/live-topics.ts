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

/** Prefixes to invalidate; null (the stream was away, anything may have changed) means all of them. */
export function staleKeys(topic: Change["topic"] | null): readonly (readonly [string])[] {
	const keys = topic === null ? [...new Set(Object.values(KEYS).flat())] : KEYS[topic];
	return [...keys, "overview", "status"].map((key) => [key] as const);
}
