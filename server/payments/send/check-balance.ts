/** Asks the service for the balance before a payout leaves; the first request to the service on the way of a payout. */
import { groupCalls } from "#lib/group-calls.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { AppError, refusesKeys, ServiceError } from "#server/errors.ts";
import { type Amounts, payoutFees, sumAmountsAndFees } from "#server/payment-records/expected-fee.ts";
import { payoutsOnTheWire, sumOf } from "#server/payment-records/lanes.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import {
	readFirstThatFits,
	readWaitingAmount,
	readWaitingBefore,
	readWaitingNeed,
} from "#server/payment-records/waiting-payouts.ts";
import { beginWait, endWait, isUnreadAgain, waitKindOf } from "#server/payments/payout-wait.ts";
import type { Due } from "#server/payments/send/take-permit.ts";
import type { Database } from "#server/store/database.ts";
import { keepAnswer } from "#server/wallets/balance-readings.ts";

/** A balance of this many times the waiting amounts begins no wait. Whether a payout may leave depends on its own fee. */
const PLENTY = 2n;

/**
 * Begins the wait of the wallet's payouts when the balance is unreadable or too low, else ends it. The balance must cover this payout and
 * all payouts that leave before it, each with the fee that the service took recently; or, if `smaller_first` names the wallet,
 * this one and none of those.
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

/** Returns null if the balance covers all waiting payouts; else whether this one may leave, and the smaller one that may go first. */
async function findLack(database: Database, payment: PaymentRow, { available, leaving, waiting, needOf }: Funds) {
	const own = { ...payment, count: 1 };
	const place = leaving.findIndex(({ id }) => id === payment.id);
	// guard: whoever-waits-longest-goes-first
	const ahead = leaving.slice(0, place === -1 ? leaving.length : place);
	const upToOwn = [...ahead, own];
	const isCovered = available >= sumOf(upToOwn) && available >= (await needOf(upToOwn));
	const isForAll =
		isCovered &&
		available >= waiting &&
		(available >= waiting * PLENTY || available >= (await readWaitingNeed(database, payment)));
	if (isForAll) return null;
	const smallerFirst = !isCovered && (await readSmallerFirst(database)).includes(payment.currency);
	if (!smallerFirst) return { isEnough: isCovered, next: null };
	for (const one of upToOwn) {
		const fits = available >= minorOf(one.amount) && available >= (await needOf([one]));
		if (fits && one === own) return { isEnough: true, next: null };
		if (fits) break;
	}
	return { isEnough: false, next: await readFirstThatFits(database, payment, available) };
}

interface Funds {
	/** The balance less the payouts that await an answer, which it may not show yet. */
	available: AmountMinor;
	/** The payouts that waited before the balance was read, in leaving order, up to the last one that shares this reading. */
	leaving: readonly (Amounts & { id: string })[];
	/** The sum of all payouts that wait, without fees. */
	waiting: AmountMinor;
	/** Returns the sum of these amounts and their known fees. */
	needOf(amounts: readonly Amounts[]): Promise<AmountMinor>;
}

/** The balance is one of the wallet, whichever worker asks. */
export const lineOfBalance = ({ system, payment: { environment, currency } }: Due) =>
	[system.database, environment, currency] as const;

const readFunds = groupCalls<Due, Funds | Obstacle | ServiceError>(lineOfBalance, async (due) => {
	const [{ system, payment: wallet }] = due;
	const { currency } = wallet;
	const shared = (answer: Funds | Obstacle | ServiceError) => due.map(() => answer);
	// This comes first: a payout that leaves during the balance request then counts as one that leaves before, or as sent.
	const places = due.map(({ payment }) => payment);
	const leaving = await readWaitingBefore(system.database, wallet, places);
	const sentBefore = await payoutsOnTheWire(system.database, wallet);
	const found = await system.service.readBalance(currency).catch(serviceErrorOf);
	const answer = found ?? new ServiceError("refused", "no_wallet", { status: 404 });
	if (answer instanceof ServiceError) return shared(answer);
	// Stores this balance, so that the balance before the payout is known if the payout's answer is lost.
	const kept = await keepAnswer(system, currency, answer).catch(otherWallet);
	if ("kind" in kept) return shared(kept);
	const [sentSince, waiting] = await Promise.all([
		payoutsOnTheWire(system.database, wallet),
		readWaitingAmount(system.database, wallet),
	]);
	// A payout that was answered during the balance request may be missing from this balance, so it is subtracted too.
	const sent = new Map([...sentBefore, ...sentSince]);
	const feeOf = payoutFees(system.database, wallet);
	const needOf = async (amounts: readonly Amounts[]) => {
		const { minor, fees } = await sumAmountsAndFees(amounts, feeOf);
		return minor + fees;
	};
	return shared({
		available: minorOf(answer.balance) - (await needOf([...sent.values()])),
		leaving: leaving.filter(({ id }) => !sent.has(id)),
		waiting: waiting.amountMinor,
		needOf,
	});
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
