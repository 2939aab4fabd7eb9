/**
 * Checks whether a transaction of the service can come from our POST (docs/payments.md rule 19). docs/assumptions.md gives the origin
 * of the numbers. Assumption: `created_at` is when the service made the transaction, at most half an hour after the POST's deadline.
 */

import { LINE_AFTER_MS } from "#server/payment-records/evidence-window.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { TIMING } from "#server/payment-records/send-timing.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

/** Allows for differences between servers and for times in whole seconds. */
export const TOLERANCE_MS = 2 * 60_000;
/** The largest distance between two time zones: a larger difference comes from another transaction, even if answers agree on it. */
const FARTHEST_MS = 26 * 3_600_000;
const ASKED = 5;
const MUST_AGREE = 3;

export type Placed = "within" | "older" | "later" | "undated";
type Sent = Pick<PaymentRow, "created_at" | "sent_at" | "service_sent_at" | "may_have_left_until">;

/** `learnedMs`: how much later than the POST the service dates a transaction, as `learnDifference` found. */
export function placeInWindow(sent: Sent, createdAt: Date | null, learnedMs = 0): Placed {
	if (createdAt === null) return "undated";
	const permitted = sent.service_sent_at ?? sent.sent_at;
	// A payment that may have left in lost time left between its request and `may_have_left_until`.
	const afterMs = (from: Date) => createdAt.getTime() - from.getTime() - learnedMs;
	if (afterMs(permitted ?? sent.created_at) < -TOLERANCE_MS) return "older";
	// A paused service may create the transaction later: the transaction is accepted as long as its wallet line is awaited.
	// guard: later-transaction-is-anothers
	const latest = permitted ?? sent.may_have_left_until ?? sent.created_at;
	return afterMs(latest) > TIMING.permitMs + LINE_AFTER_MS ? "later" : "within";
}

/**
 * Returns the difference on which recent answers agree, else 0. `samples`: the time of each POST and the time that its answer gave,
 * even if the answer was not believed. A transaction that is reported repeatedly counts once.
 */
export function learnDifference(samples: readonly { sent: Date; created: Date }[]): number {
	const once = new Map(samples.map(({ sent, created }) => [created.getTime(), created.getTime() - sent.getTime()]));
	const sorted = [...once.values()].sort((a, b) => a - b);
	const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
	const agreeing = sorted.filter((each) => Math.abs(each - median) <= TOLERANCE_MS);
	if (agreeing.length < MUST_AGREE || Math.abs(median) > FARTHEST_MS) return 0;
	// The smallest difference is the most exact: the other answers took longer.
	return agreeing[0] ?? 0;
}

type Asking = Sent & Pick<PaymentRow, "id" | "environment">;

export async function placeTransaction(database: Database, payment: Asking, createdAt: Date | null): Promise<Placed> {
	return (await readPlaces(database, payment))(payment, createdAt);
}

/** Reads recent answers once; the returned function places the transaction of any payment of this environment. */
export async function readPlaces(
	database: Database,
	{ environment }: Pick<PaymentRow, "environment">,
): Promise<(payment: Asking, createdAt: Date | null) => Placed> {
	const rows = await database
		.selectFrom("payment")
		.modifyFront(PREPARED)
		.select(["id", "service_sent_at", "sent_at", "service_created_at"])
		.where("environment", "=", environment)
		.where("service_created_at", "is not", null)
		.orderBy("sent_at", "desc")
		.limit(ASKED + 1)
		.execute();
	return (payment, createdAt) => {
		const samples = rows.flatMap(({ id, service_sent_at, sent_at, service_created_at }) => {
			const sent = service_sent_at ?? sent_at;
			// Only samples by the same clock as this payment's count, and never the payment's own answer.
			const isAlike = (service_sent_at === null) === (payment.service_sent_at === null);
			return id !== payment.id && isAlike && sent && service_created_at ? [{ sent, created: service_created_at }] : [];
		});
		return placeInWindow(payment, createdAt, learnDifference(samples.slice(0, ASKED)));
	};
}

/** True when PostgreSQL refused a reference because another payment of this environment has it. */
export function isTakenReference(error: unknown): boolean {
	const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
	return code === "23505" && constraint === "payment_reference";
}
