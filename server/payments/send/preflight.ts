import { sql } from "kysely";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { askTogether, runTogether } from "#lib/run-together.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import type { SystemContext } from "#server/context.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { AppError, refusesKeys, ServiceError } from "#server/errors.ts";
import { type Amounts, sumWithFees } from "#server/payment-records/expected-fee.ts";
import { payoutsOnTheWire, sumOf } from "#server/payment-records/lanes.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import type { Timing } from "#server/payment-records/timing.ts";
import { readFirstThatFits, readWaitingAmount, readWaitingNeed } from "#server/payment-records/waiting-payouts.ts";
import { beginWait, endWait, isUnreadAgain, waitKindOf } from "#server/payments/payout-wait.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApproversOf, readNeeded } from "#server/payments/rules/read-approvals.ts";
import { recheckRules } from "#server/payments/send/recheck-rules.ts";
import { findPastExpiry } from "#server/payments/stop/expire-payments.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { tryJournal } from "#server/store/permit-journal.ts";
import { keepAnswer } from "#server/wallets/balance-readings.ts";

/** Returns the first obstacle in expiry, facts, approvals and the current rules, which may be stricter than at the approval; else null. */
export function checkApprovalsAndRules(system: SystemContext, payment: PaymentRow): Promise<Obstacle | null> {
	const { kind, environment, currency } = payment;
	return checkTogether(system.database, [kind, environment, currency].join(" "), { system, payment });
}

const checkTogether = runTogether<{ system: SystemContext; payment: PaymentRow }, Obstacle | null>(async (asked) => {
	const [{ system }] = asked;
	const { database, clock, config } = system;
	const payments = asked.map(({ payment }) => payment);
	const payouts = payments.filter(({ kind }) => kind === "payout");
	const [overdue, approversOf, neededBy, broken] = await Promise.all([
		findPastExpiry(system, payments),
		readApproversOf(database, payouts),
		readNeeded(database, payouts),
		recheckRules(database, payouts, { at: clock.now(), config, together: false }),
	]);
	return payments.map((payment) => {
		// guard: expired-is-not-sent
		if (overdue.has(payment.id)) return { kind: "expired" };
		if (payment.approved_facts !== factsDigest(payment)) return { kind: "facts_changed" };
		if (payment.kind === "deposit") return null;
		const { given, lapsed } = approversOf(payment);
		if (given.length < neededBy(payment)) return { kind: "approvals_missing", lapsed: lapsed.map(({ name }) => name) };
		return broken.get(payment.id) ?? null;
	});
});

/** A balance of at least this many times the amounts covers their fees too, so that the fees need not be looked up. */
const PLENTY = 2n;

/** Begins the wait of the wallet's payouts when the disk cannot be written. */
export async function checkDisk(
	system: SystemContext,
	payment: PaymentRow,
	{ timing, workerId }: { timing: Timing; workerId: string },
): Promise<Obstacle | null> {
	if (payment.kind === "deposit") return null;
	// guard: unwritable-disk-is-a-wait
	if (!(await canJournal(system.config, workerId, { system, workerId })))
		return beginWait(system, payment, { kind: "disk_unwritable", cause: null }, timing);
	return null;
}

/**
 * Begins the wait of the wallet's payouts when the balance is unreadable or too low, else ends it. The balance must cover this payout
 * and, unless `smaller_first` names the wallet, all payouts that leave before it, each with the fee that the service took lately. A
 * deposit needs no balance.
 */
export async function checkBalance(
	system: SystemContext,
	payment: PaymentRow,
	{ timing }: { timing: Timing },
): Promise<Obstacle | null> {
	if (payment.kind === "deposit") return null;
	const funds = await readFunds(system.database, `${payment.environment} ${payment.currency}`, { system, payment });
	if (funds instanceof ServiceError) return balanceUnread(system, payment, funds, timing);
	if ("kind" in funds) return funds;
	const { balance, sent, waiting } = funds;
	const own = minorOf(payment.amount);
	if (balance >= (sumOf(sent) + waiting + own) * PLENTY) {
		await endWait(system, payment);
		return null;
	}
	const available = balance - (await sumWithFees(system.database, payment, sent));
	const ahead = await readWaitingAmount(system.database, payment, payment);
	const isPlenty = available >= (ahead.amountMinor + own) * PLENTY;
	const coversAll = async () => isPlenty || available >= (await readWaitingNeed(system.database, payment));
	if (available >= waiting && (await coversAll())) {
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

/** Tests whether the journal can be written: a failure after the permit would end this payout, and each payout behind it, as not sent. */
const canJournal = askTogether(
	async ({ system: { config, log }, workerId }: { system: SystemContext; workerId: string }) => {
		try {
			await tryJournal(config, workerId);
			return true;
		} catch (error) {
			log.error({ event: "journal_not_kept", err: error });
			return false;
		}
	},
);

interface Funds {
	balance: AmountMinor;
	/** The payouts that await an answer, which the balance may not show yet. */
	sent: readonly Amounts[];
	/** The sum of all payouts that wait, without fees. */
	waiting: AmountMinor;
}

/** Reads the balance once for all payouts of the wallet that are checked at the same time. */
const readFunds = askTogether(
	async ({
		system,
		payment,
	}: {
		system: SystemContext;
		payment: PaymentRow;
	}): Promise<Funds | Obstacle | ServiceError> => {
		const { currency } = payment;
		const sentBefore = await payoutsOnTheWire(system.database, payment);
		const answer = await system.service.readBalance(currency).catch(serviceErrorOf);
		const wallet = answer ?? new ServiceError("refused", "no_wallet", { status: 404 });
		if (wallet instanceof ServiceError) return wallet;
		// Stores this balance, so that the balance before the payout is known if the payout's answer is lost.
		const kept = await keepAnswer(system, currency, wallet).catch(otherWallet);
		if ("kind" in kept) return kept;
		const [sentSince, all] = await Promise.all([
			payoutsOnTheWire(system.database, payment),
			readWaitingAmount(system.database, payment),
		]);
		// A payout that was answered during the balance request may be missing from this balance, so it is subtracted too.
		const sent = [...new Map([...sentBefore, ...sentSince]).values()];
		return { balance: minorOf(wallet.balance), sent, waiting: all.amountMinor };
	},
);

function serviceErrorOf(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** Another account's wallet is a mismatch; the next check of the database records it and stops all sending. */
function otherWallet(error: unknown): Obstacle {
	if (error instanceof AppError && error.code === "another_wallet") return { kind: "database_mismatch" };
	throw error;
}

async function needOf(database: Database, payment: PaymentRow, smallerFirst: boolean): Promise<AmountMinor> {
	const own = await sumWithFees(database, payment, [{ ...payment, count: 1 }]);
	// guard: whoever-waits-longest-goes-first
	const ahead = smallerFirst ? 0n : await readWaitingNeed(database, payment, payment);
	return ahead + own;
}

/** Keys refused twice, some seconds apart, stop all sending; one refusal may be a firewall's page. Else the wallet's payouts wait. */
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
	return beginWait(system, payment, { kind: waitKindOf(fault), cause, words, retryAfterSeconds }, timing);
}

/** A payout whose last event is older than this has waited; a wallet that sent no payout for longer than this has paused. */
const PAUSE_MS = 60_000;

/** The moment (`performance.now()`) from which each wallet's payouts may leave. */
const turns = new WeakMap<Database, Map<string, number>>();

/**
 * Returns the milliseconds left to wait; zero when the payout may leave now. Copies of one desk see each other only through the
 * wallet: after a pause all would send the same payout at once, so each waits for a random time and reads the balance again.
 */
export async function copyDelay(
	{ database, clock }: SystemContext,
	payment: PaymentRow,
	{ copyDelayMs }: Pick<Timing, "copyDelayMs">,
): Promise<number> {
	const wallet = `${payment.environment} ${payment.currency}`;
	if (await hasJustSent(database, wallet, { database, payment })) return 0;
	const event = await database
		.selectFrom("payment_event")
		.select((of) => of.fn.max("at").as("at"))
		.where("payment_id", "=", payment.id)
		.executeTakeFirst();
	if (!event?.at || event.at.getTime() >= clock.now().getTime() - PAUSE_MS) return 0;
	const known = turns.get(database) ?? new Map<string, number>();
	turns.set(database, known);
	const now = performance.now();
	const before = known.get(wallet);
	const turn = before !== undefined && now < before + PAUSE_MS ? before : now + Math.random() * copyDelayMs;
	known.set(wallet, turn);
	return Math.max(0, turn - now);
}

const hasJustSent = askTogether(
	async ({ database, payment: { environment, currency } }: { database: Database; payment: PaymentRow }) => {
		const { rows } = await sql`select ${PREPARED} from attempt join payment on payment.id = attempt.payment_id
			where payment.environment = ${environment} and payment.currency = ${currency} and payment.kind = 'payout'
				and attempt.permitted_at > now() - ${PAUSE_MS} * interval '1 millisecond' limit 1`.execute(database);
		return rows.length > 0;
	},
);
