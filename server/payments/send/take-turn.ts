/**
 * Copies of one desk see each other only through the wallet. After a pause all of them would send the same payout at once, so
 * each waits for a random time, and reads the balance again afterwards.
 */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import type { Timing } from "#server/payment-records/timing.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";

/** A payout approved so long ago has waited; a wallet from which nothing was sent for so long has paused. */
const PAUSE_MS = 60_000;

/** By wallet, on the monotonic clock. */
const turns = new WeakMap<Database, Map<string, number>>();

/** The time left to wait, in ms; zero when it may leave now. */
export async function turnAfter(
	{ database, clock }: SystemContext,
	{ id, environment, currency }: PaymentRow,
	{ turnMs }: Pick<Timing, "turnMs">,
): Promise<number> {
	const { rows } = await sql<{ waits: boolean }>`
		select ${PREPARED} (select max(at) from payment_event where payment_id = ${id}) < ${new Date(clock.now().getTime() - PAUSE_MS)}
			and not exists (select from attempt join payment on payment.id = attempt.payment_id
				where payment.environment = ${environment} and payment.currency = ${currency} and payment.kind = 'payout'
					and attempt.permitted_at > now() - ${PAUSE_MS} * interval '1 millisecond') as waits`.execute(database);
	if (!rows[0]?.waits) return 0;
	const known = turns.get(database) ?? new Map<string, number>();
	turns.set(database, known);
	const [wallet, now] = [`${environment} ${currency}`, performance.now()];
	const before = known.get(wallet);
	const turn = before !== undefined && now < before + PAUSE_MS ? before : now + Math.random() * turnMs;
	known.set(wallet, turn);
	return Math.max(0, turn - now);
}
