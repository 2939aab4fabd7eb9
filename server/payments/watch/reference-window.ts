/**
 * Is a transaction of the service the one that our POST made (docs/payments.md rule 19)? Every reference passes here: of a success,
 * of a failed answer, and those that people attach or import. Where the numbers come from stands in docs/assumptions.md.
 * Assumption: `created_at` is when the service made the transaction, at most half an hour after the POST's deadline.
 */

import { LINE_AFTER_MS } from "#server/payments/evidence-window.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { TIMING } from "#server/payments/timing.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** For servers that differ among themselves, and for times in whole seconds. */
export const TOLERANCE_MS = 2 * 60_000;
/** No two time zones are further apart; what is further off is another transaction, however often it is said. */
const FARTHEST_MS = 26 * 3_600_000;
const ASKED = 5;
const MUST_AGREE = 3;

export type Placed = "within" | "older" | "later" | "undated";
type Sent = Pick<PaymentRow, "created_at" | "sent_at" | "service_sent_at">;

/** `learnedMs`: by how much this service dates its transactions later than its answers. */
export function placeInWindow(sent: Sent, createdAt: Date | null, learnedMs = 0): Placed {
	if (createdAt === null) return "undated";
	const afterMs = createdAt.getTime() - permitTime(sent) - learnedMs;
	if (afterMs < -TOLERANCE_MS) return "older";
	// A service that stood still may make it when it goes on: as long as its line in the wallet is waited for.
	return afterMs > TIMING.permitMs + LINE_AFTER_MS ? "later" : "within";
}

/** By the service's clock where it was heard, else by ours. */
function permitTime({ service_sent_at, sent_at, created_at }: Sent): number {
	return (service_sent_at ?? sent_at ?? created_at).getTime();
}

/**
 * The difference that the last answers agree about, 0 when they do not. `samples`: newest first, each a POST and what its answer
 * said, believed or not. One transaction that is told again and again is one word.
 */
export function learnDifference(samples: readonly { sent: Date; created: Date }[]): number {
	const once = new Map(samples.map(({ sent, created }) => [created.getTime(), created.getTime() - sent.getTime()]));
	const sorted = [...once.values()].sort((a, b) => a - b);
	const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
	const agreeing = sorted.filter((each) => Math.abs(each - median) <= TOLERANCE_MS);
	if (agreeing.length < MUST_AGREE || Math.abs(median) > FARTHEST_MS) return 0;
	// The smallest: the others took a while to be answered.
	return agreeing[0] ?? 0;
}

/** The same question with what this service's last answers teach. */
export async function placeTransaction(
	database: Database | DatabaseTransaction,
	payment: Sent & Pick<PaymentRow, "id" | "environment">,
	createdAt: Date | null,
): Promise<Placed> {
	const rows = await database
		.selectFrom("payment")
		.select(["id", "service_sent_at", "sent_at", "service_created_at"])
		.where("environment", "=", payment.environment)
		.where("service_created_at", "is not", null)
		.orderBy("sent_at", "desc")
		.limit(ASKED + 1)
		.execute();
	const samples = rows.flatMap(({ id, service_sent_at, sent_at, service_created_at }) => {
		const sent = service_sent_at ?? sent_at;
		// Those that were measured by the same clock as this one; its own word does not count for itself.
		const isAlike = (service_sent_at === null) === (payment.service_sent_at === null);
		return id !== payment.id && isAlike && sent && service_created_at ? [{ sent, created: service_created_at }] : [];
	});
	return placeInWindow(payment, createdAt, learnDifference(samples.slice(0, ASKED)));
}
