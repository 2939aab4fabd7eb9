/**
 * Payouts of a wallet whose balance cannot be read wait: one of them asks, after growing pauses, the others wait beside it.
 * All of it is before the permit, so nothing has left of what waits; approvals stay valid until they expire.
 */
import { type Selectable, sql } from "kysely";
import type { Cause } from "#lib/causes.ts";
import type { WaitKind } from "#lib/contracts/payment.ts";
import type { SystemContext } from "#server/context.ts";
import type { ServiceError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { wakeLane } from "#server/payments/send-job.ts";
import type { Timing } from "#server/payments/timing.ts";
import { tellChange } from "#server/store/changes.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { PayoutWaitTable } from "#server/store/tables.ts";

type WaitRow = Selectable<PayoutWaitTable>;
type Wallet = Pick<PaymentRow, "environment" | "currency">;
type WaitTiming = Pick<Timing, "waitFirstMs" | "waitAtMostMs" | "waitAskingMs">;

/** Longest pause that a service may ask for by Retry-After. */
const RETRY_AFTER_AT_MOST_MS = 5 * 60_000;

/** Of these wallets, each once. What nobody has asked about for ten minutes is not known any more. */
export async function readWaits(
	database: Database | DatabaseTransaction,
	currencies: readonly string[],
): Promise<WaitRow[]> {
	if (currencies.length === 0) return [];
	return database
		.selectFrom("payout_wait")
		.selectAll()
		.where("currency", "in", currencies)
		.where("look_at", ">", sql<Date>`now() - interval '10 minutes'`)
		.execute();
}

/** Null: this payout may ask for the balance now. Otherwise why it waits; somebody else asks, or it is too early. */
export async function waitBeside(
	system: SystemContext,
	wallet: Wallet,
	{ waitAskingMs }: WaitTiming,
): Promise<WaitKind | null> {
	const wait = await readWait(system.database, wallet);
	if (!wait) return null;
	// Whoever asks is killed, perhaps: then another asks when its time is over.
	const claimed = await system.database
		.updateTable("payout_wait")
		.set({ look_at: sql<Date>`now() + ${waitAskingMs} * interval '1 millisecond'`, looks: wait.looks + 1 })
		.where("environment", "=", wallet.environment)
		.where("currency", "=", wallet.currency)
		.where("looks", "=", wait.looks)
		.where("look_at", "<=", sql<Date>`now()`)
		.returning("looks")
		.executeTakeFirst();
	return claimed ? null : wait.kind;
}

/** The balance could not be read. Returns after how many milliseconds to ask again. */
export async function beginWait(
	system: SystemContext,
	payment: PaymentRow,
	why: { kind: WaitKind; cause: Cause; words?: string | undefined; retryAfterSeconds?: number | undefined },
	timing: WaitTiming,
): Promise<number> {
	const { environment, currency } = payment;
	return system.database.transaction().execute(async (trx) => {
		const known = await readWait(trx, payment);
		const looks = known?.looks ?? 1;
		const steps = Math.min(timing.waitAtMostMs, timing.waitFirstMs * 2 ** Math.min(looks - 1, 10));
		const pause = Math.max(steps, Math.min((why.retryAfterSeconds ?? 0) * 1_000, RETRY_AFTER_AT_MOST_MS));
		const isSame = known?.kind === why.kind;
		const wait = {
			kind: why.kind,
			cause: why.cause,
			words: why.words?.slice(0, 300) ?? null,
			since: isSame ? known.since : system.clock.now(),
			looks,
			look_at: sql<Date>`now() + ${pause} * interval '1 millisecond'`,
		};
		await trx
			.insertInto("payout_wait")
			.values({ environment, currency, ...wait })
			.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(wait))
			.execute();
		if (!isSame) await tellChange(trx, { topic: "payments", id: payment.id });
		return pause;
	});
}

/** The balance was read: whoever waited for it goes on, in the order in which they were asked for. */
export async function endWait(system: SystemContext, payment: PaymentRow): Promise<void> {
	// Nearly always there is none: whoever begins one after this look asks again by itself.
	if (!(await isWaiting(system.database, payment))) return;
	await system.database.transaction().execute(async (trx) => {
		const ended = await trx
			.deleteFrom("payout_wait")
			.where("environment", "=", payment.environment)
			.where("currency", "=", payment.currency)
			.returning("currency")
			.executeTakeFirst();
		if (!ended) return;
		await wakeLane(trx, payment, system.config.payoutLanes);
		await tellChange(trx, { topic: "payments", id: payment.id });
	});
}

/** Away: no answer, or one that says so. Whatever else is no balance is called unread. */
export function waitKindOf({ status }: Pick<ServiceError, "status">): WaitKind {
	if (status === 429) return "service_busy";
	return status === undefined || status >= 500 ? "service_away" : "balance_unread";
}

/** Also a wait that is not known any more: it goes as well. */
async function isWaiting(database: Database, { environment, currency }: Wallet): Promise<boolean> {
	const row = await database
		.selectFrom("payout_wait")
		.select("currency")
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.executeTakeFirst();
	return row !== undefined;
}

async function readWait(database: Database | DatabaseTransaction, wallet: Wallet): Promise<WaitRow | undefined> {
	const waits = await readWaits(database, [wallet.currency]);
	return waits.find(({ environment }) => environment === wallet.environment);
}
