/** Unmatched lines and payments of one amount; times in ms. */
import { movementDirection } from "#lib/movements/movements.ts";
import type { UnmatchedLine, UnmatchedPayment } from "#server/reconciliation/matching/pair-discrepancies.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const line = (id: string, at: number, facts: Partial<UnmatchedLine> = {}): UnmatchedLine => ({
	...{ id, type: "withdrawal", amount: "5000.00", at, groupId: null, twinId: null },
	direction: movementDirection(facts.type ?? "withdrawal"),
	...facts,
});
export const payment = (id: string, at: number, facts: Partial<UnmatchedPayment> = {}): UnmatchedPayment => ({
	...{ id, type: "withdrawal", amount: "5000.00", expectedAt: at, from: at - 5 * MINUTE, to: at + 33 * MINUTE },
	...{ groupId: null, open: false },
	...facts,
});
