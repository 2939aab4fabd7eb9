import type { OwnWait, WaitKind } from "#lib/contracts/payout-wait.ts";
import { type AmountMinor, minorOf, parseDecimal } from "#lib/money.ts";
import type { SendObstacle } from "#lib/send-obstacles.ts";
import type { SystemContext } from "#server/context.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { AppError, refusesKeys, ServiceError } from "#server/errors.ts";
import type { WireWallet } from "#server/momo/wire.ts";
import { sumWithFees } from "#server/payment-records/expected-fee.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { payoutsOnTheWire } from "#server/payment-records/payouts-on-the-wire.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import type { Timing } from "#server/payment-records/timing.ts";
import { readFirstThatFits, readWaitingAmount, readWaitingNeed } from "#server/payment-records/waiting-payouts.ts";
import { isPastExpiry } from "#server/payments/approve/expire-payments.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApprovers, readApproversNeeded } from "#server/payments/rules/payout-progress.ts";
import { recheckRules } from "#server/payments/send/recheck-payout.ts";
import { beginWait, endWait, isUnreadAgain, waitBeside, waitKindOf } from "#server/payments/stop/service-wait.ts";
import type { Database } from "#server/store/database.ts";
import { tryJournal } from "#server/store/permit-journal.ts";
import { keepAnswer } from "#server/wallets/balance-readings.ts";

export type Obstacle =
	| { kind: Exclude<SendObstacle, "approvals_missing" | "turn_awaited" | OwnWait> }
	| { kind: "turn_awaited"; afterMs: number }
	| { kind: "approvals_missing"; lapsed: readonly string[] }
	| { kind: OwnWait; until: Date };

/** Checks expiry, approvals and rules, which may be stricter by now; null when nothing prevents sending. */
export async function checkPayment(system: SystemContext, payment: PaymentRow): Promise<Obstacle | null> {
	// guard: expired-is-not-sent
	if (await isPastExpiry(system, payment)) return { kind: "expired" };
	if (payment.approved_facts !== factsDigest(payment)) return { kind: "facts_changed" };
	if (payment.kind === "deposit") return null;
	const [approvers, needed] = await Promise.all([
		readApprovers(system.database, payment),
		readApproversNeeded(system.database, payment),
	]);
	if (approvers.ids.length < needed) return { kind: "approvals_missing", lapsed: approvers.lapsed };
	return recheckRules(system.database, payment, { at: system.clock.now(), config: system.config });
}

/** A balance of so many times the amounts covers their fees as well, which then need not be looked up. */
const PLENTY = 2n;

/**
 * The oldest payouts go first: the balance must cover all that wait before this one, and this one, with the fees that the
 * service took lately. A deposit needs no balance.
 */
export async function checkBalance(
	system: SystemContext,
	payment: PaymentRow,
	{ timing, workerId }: { timing: Timing; workerId: string },
): Promise<Obstacle | null> {
	if (payment.kind === "deposit") return null;
	const beside = await waitBeside(system, payment, timing);
	if (beside) return { kind: beside };
	// guard: unwritable-disk-is-a-wait
	if (!(await canJournal(system, workerId)))
		return wait(system, payment, { kind: "disk_unwritable", cause: null }, timing);
	let wallet: WireWallet | null;
	try {
		wallet = await system.service.readBalance(payment.currency);
	} catch (error) {
		if (error instanceof ServiceError) return balanceUnread(system, payment, error, timing);
		throw error;
	}
	const balance = wallet?.currency_code === payment.currency ? parseDecimal(wallet.balance) : null;
	if (wallet === null || balance === null) {
		const cause = wallet === null ? "no_wallet" : "unreadable";
		return wait(system, payment, { kind: "balance_unread", cause }, timing);
	}
	// Keeps this reading: if the answer is lost, it is the balance from before.
	const kept = await keepAnswer(system, payment.currency, wallet).catch(otherWallet);
	if ("kind" in kept) return kept;
	const [{ amountMinor: reserved }, ahead, all] = await Promise.all([
		payoutsOnTheWire(system.database, payment),
		readWaitingAmount(system.database, payment, payment),
		readWaitingAmount(system.database, payment),
	]);
	const available = balance - reserved;
	const isPlenty = available >= (ahead.amountMinor + minorOf(payment.amount)) * PLENTY;
	const coversAll = async () => isPlenty || available >= (await readWaitingNeed(system.database, payment));
	if (available >= all.amountMinor && (await coversAll())) {
		await endWait(system, payment);
		return null;
	}
	const smallerFirst = (await readSmallerFirst(system.database)).includes(payment.currency);
	const isEnough = isPlenty || available >= (await needOf(system.database, payment, smallerFirst));
	const next = !isEnough && smallerFirst ? await readFirstThatFits(system.database, payment, available) : null;
	await beginWait(system, payment, { kind: "balance_low", cause: null, isOpen: isEnough || next !== null }, timing);
	if (next) await addSendJob(system.database, next);
	// guard: too-little-money-is-a-wait
	return isEnough ? null : { kind: "balance_low" };
}

/** After its permit a payout would end as not sent, and each one behind it. */
async function canJournal({ config, log }: SystemContext, workerId: string): Promise<boolean> {
	try {
		await tryJournal(config, workerId);
		return true;
	} catch (error) {
		log.error({ event: "journal_not_kept", err: error });
		return false;
	}
}

/** The worker's next look stops the desk for it. */
function otherWallet(error: unknown): Obstacle {
	if (error instanceof AppError && error.code === "another_wallet") return { kind: "database_mismatch" };
	throw error;
}

/** Of this payout and of all that leave before it, with fees. */
async function needOf(database: Database, payment: PaymentRow, smallerFirst: boolean): Promise<AmountMinor> {
	const own = await sumWithFees(database, payment, [{ ...payment, count: 1 }]);
	// guard: whoever-waits-longest-goes-first
	const ahead = smallerFirst ? 0n : await readWaitingNeed(database, payment, payment);
	return ahead + own;
}

/** Keys refused twice, some seconds apart, stop all sending: one page of a firewall looks the same. Else this wallet's payouts wait. */
async function balanceUnread(
	system: SystemContext,
	payment: PaymentRow,
	fault: ServiceError,
	timing: Timing,
): Promise<Obstacle> {
	const at = system.clock.now();
	// guard: keys-are-refused-twice
	if (refusesKeys(fault.status) && (await isUnreadAgain(system, payment, fault.code))) {
		const cause = { httpStatus: fault.status, paymentId: payment.id };
		await system.database.transaction().execute((trx) => stopSending(trx, at, cause));
		return { kind: "sending_stopped" };
	}
	const { code: cause, words, retryAfterSeconds } = fault;
	return wait(system, payment, { kind: waitKindOf(fault), cause, words, retryAfterSeconds }, timing);
}

async function wait(
	system: SystemContext,
	payment: PaymentRow,
	why: Parameters<typeof beginWait>[2] & { kind: WaitKind },
	timing: Timing,
): Promise<Obstacle> {
	await beginWait(system, payment, why, timing);
	return { kind: why.kind };
}
