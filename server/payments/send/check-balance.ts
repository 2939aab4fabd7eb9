/** Asks the service for the balance before a payout leaves; the first request to the service on the way of a payout. */
import { shareAnswer } from "#lib/group-calls.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { AppError, refusesKeys, ServiceError } from "#server/errors.ts";
import { type Amounts, sumWithFees } from "#server/payment-records/expected-fee.ts";
import { payoutsOnTheWire, sumOf } from "#server/payment-records/lanes.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import { readFirstThatFits, readWaitingAmount, readWaitingNeed } from "#server/payment-records/waiting-payouts.ts";
import { beginWait, endWait, isUnreadAgain, waitKindOf } from "#server/payments/payout-wait.ts";
import type { Due } from "#server/payments/send/take-permit.ts";
import type { Database } from "#server/store/database.ts";
import { keepAnswer } from "#server/wallets/balance-readings.ts";

/** A balance of at least this many times the amounts covers their fees too, so that the fees need not be looked up. */
const PLENTY = 2n;

/**
 * Begins the wait of the wallet's payouts when the balance is unreadable or too low, else ends it. The balance must cover this payout and,
 * unless `smaller_first` names the wallet, all payouts that leave before it, each with the fee that the service took recently.
 */
export async function checkBalance(due: Due): Promise<Obstacle | null> {
	const { system, payment, sender } = due;
	const funds = await readFunds(due);
	if (funds instanceof ServiceError) return balanceUnread(due, funds);
	if ("kind" in funds) return funds;
	const lack = await findLack(system.database, payment, funds);
	if (!lack) {
		await endWait(system, payment);
		return null;
	}
	const { isEnough, next } = lack;
	const isOpen = isEnough || next !== null;
	await beginWait(system, payment, { kind: "balance_low", cause: null, isOpen }, sender.timing);
	if (next) await addSendJob(system.database, next);
	// guard: too-little-money-is-a-wait
	return isEnough ? null : { kind: "balance_low" };
}

/** Returns null if the balance covers all waiting payouts; else whether it covers this one, and the smaller one that may go first. */
async function findLack(database: Database, payment: PaymentRow, { balance, sent, waiting }: Funds) {
	const own = minorOf(payment.amount);
	if (balance >= (sumOf(sent) + waiting + own) * PLENTY) return null;
	const available = balance - (await sumWithFees(database, payment, sent));
	const ahead = await readWaitingAmount(database, payment, payment);
	const isPlenty = available >= (ahead.amountMinor + own) * PLENTY;
	if (available >= waiting && (isPlenty || available >= (await readWaitingNeed(database, payment)))) return null;
	const smallerFirst = (await readSmallerFirst(database)).includes(payment.currency);
	const isEnough = isPlenty || available >= (await needOf(database, payment, smallerFirst));
	const next = !isEnough && smallerFirst ? await readFirstThatFits(database, payment, available) : null;
	return { isEnough, next };
}

async function needOf(database: Database, payment: PaymentRow, smallerFirst: boolean): Promise<AmountMinor> {
	const own = await sumWithFees(database, payment, [{ ...payment, count: 1 }]);
	// guard: whoever-waits-longest-goes-first
	const ahead = smallerFirst ? 0n : await readWaitingNeed(database, payment, payment);
	return ahead + own;
}

interface Funds {
	balance: AmountMinor;
	/** The payouts that await an answer, which the balance may not show yet. */
	sent: readonly Amounts[];
	/** The sum of all payouts that wait, without fees. */
	waiting: AmountMinor;
}

/** The balance is one of the wallet, whichever worker asks. */
export const lineOfBalance = ({ system, payment: { environment, currency } }: Due) =>
	[system.database, environment, currency] as const;

const readFunds = shareAnswer(lineOfBalance, async (due): Promise<Funds | Obstacle | ServiceError> => {
	const { system, payment: wallet } = due;
	const { currency } = wallet;
	const sentBefore = await payoutsOnTheWire(system.database, wallet);
	const found = await system.service.readBalance(currency).catch(serviceErrorOf);
	const answer = found ?? new ServiceError("refused", "no_wallet", { status: 404 });
	if (answer instanceof ServiceError) return answer;
	// Stores this balance, so that the balance before the payout is known if the payout's answer is lost.
	const kept = await keepAnswer(system, currency, answer).catch(otherWallet);
	if ("kind" in kept) return kept;
	const [sentSince, all] = await Promise.all([
		payoutsOnTheWire(system.database, wallet),
		readWaitingAmount(system.database, wallet),
	]);
	// A payout that was answered during the balance request may be missing from this balance, so it is subtracted too.
	const sent = [...new Map([...sentBefore, ...sentSince]).values()];
	return { balance: minorOf(answer.balance), sent, waiting: all.amountMinor };
});

function serviceErrorOf(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** Another account's wallet is a mismatch; the next check of the database records it and stops all sending. */
function otherWallet(error: unknown): Obstacle {
	if (error instanceof AppError && error.code === "another_wallet") return { kind: "database_mismatch" };
	throw error;
}

/** Keys refused twice, some seconds apart, stop all sending; one refusal may be a firewall's page. Else the wallet's payouts wait. */
async function balanceUnread({ system, payment, sender }: Due, fault: ServiceError): Promise<Obstacle> {
	const at = system.clock.now();
	// guard: keys-are-refused-twice
	if (refusesKeys(fault.status) && (await isUnreadAgain(system, payment, fault.code))) {
		const cause = { httpStatus: fault.status, paymentId: payment.id };
		await system.database.transaction().execute((trx) => stopSending(trx, at, cause));
		return { kind: "sending_stopped" };
	}
	const { code: cause, words, retryAfterSeconds } = fault;
	return beginWait(system, payment, { kind: waitKindOf(fault), cause, words, retryAfterSeconds }, sender.timing);
}
