/**
 * Payouts wait while their wallet's balance cannot be read or does not suffice, or while the disk cannot be written. One of them tries
 * again after growing pauses, and each worker round wakes the oldest. Waiting payouts are unsent; their approvals stay valid until the
 * payouts expire.
 */
import { type Selectable, sql } from "kysely";
import type { WaitKind } from "#lib/contracts/payout-wait.ts";
import type { Cause } from "#lib/failure-causes.ts";
import { shareAnswer } from "#lib/group-calls.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import type { ServiceError } from "#server/errors.ts";
import { sumWithFees } from "#server/payment-records/expected-fee.ts";
import { payoutsOnTheWire } from "#server/payment-records/lanes.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import type { Timing } from "#server/payment-records/send-timing.ts";
import { readWaitingAmount, readWaitingNeed } from "#server/payment-records/waiting-payouts.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { newestReading } from "#server/wallets/balance-readings.ts";

type WaitRow = Selectable<Tables["payout_wait"]>;
type WaitTiming = Pick<Timing, "waitFirstMs" | "waitAtMostMs" | "waitAskingMs">;

const RETRY_AFTER_AT_MOST_MS = 5 * 60_000;

/** `missing`: what the newest balance lacks for all payouts being sent or waiting, with known fees; null if nothing or for other waits. */
export interface WalletWait extends WaitRow {
	missing: string | null;
	count: number;
}

export async function readWalletWaits(database: Database, currencies: readonly string[]): Promise<WalletWait[]> {
	const waits = await readWaits(database, currencies);
	return Promise.all(
		waits.map(async (wait) => {
			if (wait.kind !== "balance_low") return { ...wait, missing: null, count: 0 };
			const [reading, { count }, need, sent] = await Promise.all([
				newestReading(database, wait.environment, wait.currency),
				readWaitingAmount(database, wait),
				readWaitingNeed(database, wait),
				payoutsOnTheWire(database, wait).then((sent) => sumWithFees(database, wait, [...sent.values()])),
			]);
			const lacking = reading ? need + sent - minorOf(reading.balance) : 0n;
			return { ...wait, count, missing: lacking > 0n ? toDecimal(lacking) : null };
		}),
	);
}

/** A wait ends when its next check is ten minutes overdue; a wait dated further ahead began before the database's clock was set back. */
export const IS_VALID_WAIT = sql<boolean>`retry_at between now() - interval '10 minutes' and now() + interval '10 minutes'`;

async function readWaits(database: Database, currencies: readonly string[]): Promise<WaitRow[]> {
	if (currencies.length === 0) return [];
	return database
		.selectFrom("payout_wait")
		.selectAll()
		.where("currency", "in", currencies)
		.where(IS_VALID_WAIT)
		.execute();
}

const TWICE_MS = 5_000;

/** True when the wallet's balance has been unreadable for some seconds, and `cause` is also the cause of the last failure. */
export async function isUnreadAgain(system: SystemContext, wallet: WalletKey, cause: Cause): Promise<boolean> {
	const wait = await readWait(system.database, wallet);
	if (wait?.kind !== "balance_unread" || wait.cause !== cause) return false;
	return system.clock.now().getTime() - wait.since.getTime() >= TWICE_MS;
}

/**
 * Returns null when this payout may ask for the balance now, although the wallet's payouts wait; else why not: another payout asks or
 * goes first, or it is too early.
 */
export async function claimTry(
	{ database }: Pick<SystemContext, "database">,
	payment: PaymentRow,
	wait: Pick<WaitRow, "kind" | "tries">,
	{ waitAskingMs }: WaitTiming,
): Promise<{ kind: WaitKind } | null> {
	if (wait.kind === "balance_low" && (await isBehind(database, payment))) return { kind: wait.kind };
	// The claim expires, since its holder may be killed.
	const claimed = await database
		.updateTable("payout_wait")
		.set({ retry_at: sql<Date>`now() + ${waitAskingMs} * interval '1 millisecond'`, tries: wait.tries + 1 })
		.where(ofWallet(payment))
		.where("tries", "=", wait.tries)
		.where("retry_at", "<=", sql<Date>`now()`)
		.returning("tries")
		.executeTakeFirst();
	return claimed ? null : { kind: wait.kind };
}

/** True when another waiting payout leaves before this one: a failed balance check of this one would prolong the wallet's pause. */
async function isBehind(database: Database, payment: PaymentRow): Promise<boolean> {
	if ((await readSmallerFirst(database)).includes(payment.currency)) return false;
	return (await readWaitingAmount(database, payment, payment)).count > 0;
}

/** Records why all payouts of a wallet wait, and returns the kind. `isOpen`: the next payout may ask at once. */
export async function beginWait(
	system: SystemContext,
	payment: PaymentRow,
	why: {
		kind: WaitKind;
		cause: Cause | null;
		words?: string | undefined;
		retryAfterSeconds?: number | undefined;
		isOpen?: boolean;
	},
	timing: WaitTiming,
): Promise<{ kind: WaitKind }> {
	const { environment, currency } = payment;
	await system.database.transaction().execute(async (trx) => {
		const known = await readWait(trx, payment);
		const tries = known?.tries ?? 1;
		const steps = Math.min(timing.waitAtMostMs, timing.waitFirstMs * 2 ** Math.min(tries - 1, 10));
		const pause = Math.max(steps, Math.min((why.retryAfterSeconds ?? 0) * 1_000, RETRY_AFTER_AT_MOST_MS));
		const isSame = known?.kind === why.kind;
		const wait = {
			kind: why.kind,
			cause: why.cause,
			words: why.words?.slice(0, 300) ?? null,
			since: isSame ? known.since : system.clock.now(),
			tries,
			retry_at: sql<Date>`now() + ${why.isOpen ? 0 : pause} * interval '1 millisecond'`,
		};
		await trx
			.insertInto("payout_wait")
			.values({ environment, currency, ...wait })
			.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(wait))
			.execute();
		if (!isSame) await publishUpdate(trx, { topic: "payments", id: payment.id });
	});
	return { kind: why.kind };
}

/** Call after a successful balance reading: ends the wallet's wait, if there is one, and wakes the waiting payouts, oldest first. */
export async function endWait(system: SystemContext, payment: PaymentRow): Promise<void> {
	// Usually there is no wait; a payout that begins one after this check asks again by itself.
	if (!(await isWaitingTogether({ database: system.database, wallet: payment }))) return;
	await system.database.transaction().execute(async (trx) => {
		if (!(await deleteWait(trx, payment))) return;
		await wakePayouts(trx, payment, system.config.payoutLanes);
		await publishUpdate(trx, { topic: "payments", id: payment.id });
	});
}

/**
 * Call after payments ended before their permit, in the same transaction: the wait of a wallet without waiting payouts ends. If the
 * balance was too low, the next payout asks for it at once, since less is needed now.
 */
export async function shortenWaits(
	{ config }: Pick<SystemContext, "config">,
	trx: DatabaseTransaction,
	ended: readonly PaymentRow[],
): Promise<void> {
	const wallets = new Map(ended.map((payment) => [`${payment.environment} ${payment.currency}`, payment]));
	for (const wallet of wallets.values()) {
		const wait = await readWait(trx, wallet);
		if (wait && (await readWaitingAmount(trx, wallet)).count === 0) await deleteWait(trx, wallet);
		else if (wait?.kind === "balance_low") {
			await trx.updateTable("payout_wait").set({ retry_at: sql<Date>`now()` }).where(ofWallet(wallet)).execute();
			await wakePayouts(trx, wallet, config.payoutLanes);
		}
	}
}

async function deleteWait(trx: DatabaseTransaction, wallet: WalletKey): Promise<boolean> {
	const deleted = await trx.deleteFrom("payout_wait").where(ofWallet(wallet)).returning("currency").executeTakeFirst();
	return deleted !== undefined;
}

export function waitKindOf({ status }: Pick<ServiceError, "status">): WaitKind {
	if (status === 429) return "service_busy";
	return status === undefined || status >= 500 ? "service_away" : "balance_unread";
}

const lineOfWallet = ({ database, wallet }: { database: Database; wallet: WalletKey }) =>
	[database, wallet.environment, wallet.currency] as const;

/** Includes outdated waits, which are deleted too. */
const isWaitingTogether = shareAnswer(lineOfWallet, async ({ database, wallet }) => {
	const row = await database.selectFrom("payout_wait").select("currency").where(ofWallet(wallet)).executeTakeFirst();
	return row !== undefined;
});

export async function readWait(database: Database, wallet: WalletKey): Promise<WaitRow | undefined> {
	const waits = await readWaits(database, [wallet.currency]);
	return waits.find(({ environment }) => environment === wallet.environment);
}
