/** The checks before the permit; the permit repeats the preconditions and the rules. lib/send-obstacles.ts lists who ends each obstacle. */
import { sql } from "kysely";
import { groupCalls, lineOfWorker, shareAnswer } from "#lib/group-calls.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import type { SystemContext, WorkerCall } from "#server/context.ts";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { openGapIfTimeIsMissing } from "#server/continuity/heartbeat.ts";
import { checkSendPreconditions } from "#server/continuity/send-preconditions.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { AppError, refusesKeys, ServiceError } from "#server/errors.ts";
import { type Amounts, sumWithFees } from "#server/payment-records/expected-fee.ts";
import { payoutsOnTheWire, readFreeLanes, sumOf } from "#server/payment-records/lanes.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import { readFirstThatFits, readWaitingAmount, readWaitingNeed } from "#server/payment-records/waiting-payouts.ts";
import { beginWait, claimTry, endWait, isUnreadAgain, readWait, waitKindOf } from "#server/payments/payout-wait.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApproversOf, readNeeded } from "#server/payments/rules/read-approvals.ts";
import { recheckRules } from "#server/payments/send/recheck-rules.ts";
import type { Due } from "#server/payments/send/take-permit.ts";
import { findPastExpiry } from "#server/payments/stop/expire-payments.ts";
import type { Database } from "#server/store/database.ts";
import { tryJournal } from "#server/store/permit-journal.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { keepAnswer } from "#server/wallets/balance-readings.ts";

const lineOfWallet = ({ system, payment: { kind, environment, currency }, sender }: Due) =>
	[system.database, sender.workerId, kind, environment, currency] as const;

/**
 * Returns the first obstacle before the permit, else null; the order of the checks decides which one is the first. Payments of one wallet
 * that are due together share each answer that is the same for all of them.
 */
export const checkBeforePermit = groupCalls<Due, Obstacle | null>(lineOfWallet, async (due) => {
	const [first] = due;
	const { system, sender } = first;
	const obstacle: Obstacle | null =
		(await checkLane(first)) ??
		((await stopIfDatabaseSuspect({ system, workerId: sender.workerId })) ? { kind: "database_mismatch" } : null) ??
		(await checkPreconditions(first));
	if (obstacle) return due.map(() => obstacle);
	const payments = due.map(({ payment }) => payment);
	const brokenRule = await checkApprovalsAndRules(system, payments);
	if (first.payment.kind === "deposit") return payments.map(brokenRule);
	const wait = await readWait(system.database, first.payment);
	// The balance may take half a minute, so each payment awaits its own checks and the next group begins at once.
	return due.map(
		async (one) =>
			brokenRule(one.payment) ??
			(wait && (await claimTry(system, one.payment, wait, sender.timing))) ??
			(await checkDisk(one)) ??
			(await checkBalance(one)) ??
			(sender.heartbeat ? await checkCopyDelay(one) : null),
	);
});

/** Comes first, so that payouts without a free lane do not ask the service for the balance; the permit counts the lanes again. */
async function checkLane({ system: { database, config }, payment }: Due): Promise<Obstacle | null> {
	if (payment.kind === "deposit") return null;
	const { free } = await readFreeLanes(database, payment, { ceiling: config.payoutLanes });
	return free <= 0 ? { kind: "lane_taken" } : null;
}

/** Missing heartbeats open a gap before the preconditions are checked. A deposit needs no such check: it takes nothing from a wallet. */
export const checkPreconditions = shareAnswer(lineOfWallet, async ({ system, payment, sender: { heartbeat } }) => {
	if (heartbeat && payment.kind === "payout") await openGapIfTimeIsMissing(system, heartbeat);
	return checkSendPreconditions(system.database, system.config, payment);
});

/** Returns each payment's first obstacle in expiry, facts, approvals and the current rules, which may be stricter than at the approval. */
async function checkApprovalsAndRules(
	system: SystemContext,
	payments: readonly PaymentRow[],
): Promise<(payment: PaymentRow) => Obstacle | null> {
	const { database, clock, config } = system;
	const payouts = payments.filter(({ kind }) => kind === "payout");
	const [overdue, approversOf, neededBy, broken] = await Promise.all([
		findPastExpiry(system, payments),
		readApproversOf(database, payouts),
		readNeeded(database, payouts),
		recheckRules(database, payouts, { at: clock.now(), config, together: false }),
	]);
	return (payment) => {
		// guard: expired-is-not-sent
		if (overdue.has(payment.id)) return { kind: "expired" };
		if (payment.approved_facts !== factsDigest(payment)) return { kind: "facts_changed" };
		if (payment.kind === "deposit") return null;
		const { given, lapsed } = approversOf(payment);
		if (given.length < neededBy(payment)) return { kind: "approvals_missing", lapsed: lapsed.map(({ name }) => name) };
		return broken.get(payment.id) ?? null;
	};
}

/** A balance of at least this many times the amounts covers their fees too, so that the fees need not be looked up. */
const PLENTY = 2n;

/** Begins the wait of the wallet's payouts when the disk cannot be written. */
async function checkDisk({ system, payment, sender: { workerId, timing } }: Due): Promise<Obstacle | null> {
	const isWritable = await canJournal({ system, workerId });
	// guard: unwritable-disk-is-a-wait
	if (!isWritable) return beginWait(system, payment, { kind: "disk_unwritable", cause: null }, timing);
	return null;
}

/**
 * Begins the wait of the wallet's payouts when the balance is unreadable or too low, else ends it. The balance must cover this payout
 * and, unless `smaller_first` names the wallet, all payouts that leave before it, each with the fee that the service took lately.
 */
export async function checkBalance(due: Due): Promise<Obstacle | null> {
	const { system, payment, sender } = due;
	const funds = await readFunds(due);
	if (funds instanceof ServiceError) return balanceUnread(due, funds);
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
	await beginWait(
		system,
		payment,
		{ kind: "balance_low", cause: null, isOpen: isEnough || next !== null },
		sender.timing,
	);
	if (next) await addSendJob(system.database, next);
	// guard: too-little-money-is-a-wait
	return isEnough ? null : { kind: "balance_low" };
}

/** Tests whether the journal can be written: a failure after the permit would end this payout, and each payout behind it, as not sent. */
const canJournal = shareAnswer(lineOfWorker, async ({ system, workerId }: WorkerCall) => {
	try {
		await tryJournal(system.config, workerId);
		return true;
	} catch (error) {
		system.log.error({ event: "journal_not_kept", err: error });
		return false;
	}
});

interface Funds {
	balance: AmountMinor;
	/** The payouts that await an answer, which the balance may not show yet. */
	sent: readonly Amounts[];
	/** The sum of all payouts that wait, without fees. */
	waiting: AmountMinor;
}

const lineOfBalance = ({ system, payment: { environment, currency } }: Due) =>
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

async function needOf(database: Database, payment: PaymentRow, smallerFirst: boolean): Promise<AmountMinor> {
	const own = await sumWithFees(database, payment, [{ ...payment, count: 1 }]);
	// guard: whoever-waits-longest-goes-first
	const ahead = smallerFirst ? 0n : await readWaitingNeed(database, payment, payment);
	return ahead + own;
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

/** A payout whose last event is older than this has waited; a wallet that sent no payout for longer than this has paused. */
const PAUSE_MS = 60_000;

/** The moment (`performance.now()`) from which each wallet's payouts may leave. */
const turns = new WeakMap<Database, Map<string, number>>();

/**
 * Copies of one desk see each other only through the wallet: after a pause all would send the same payout at once, so each waits for a
 * random time and reads the balance again. A wallet that is sending has no such pause.
 */
export async function checkCopyDelay(due: Due): Promise<Obstacle | null> {
	const { system, payment, sender } = due;
	const { database, clock } = system;
	const { copyDelayMs } = sender.timing;
	const wallet = `${payment.environment} ${payment.currency}`;
	if (await hasJustSent(due)) return null;
	const event = await database
		.selectFrom("payment_event")
		.select((of) => of.fn.max("at").as("at"))
		.where("payment_id", "=", payment.id)
		.executeTakeFirst();
	if (!event?.at || event.at.getTime() >= clock.now().getTime() - PAUSE_MS) return null;
	const known = turns.get(database) ?? new Map<string, number>();
	turns.set(database, known);
	const now = performance.now();
	const before = known.get(wallet);
	const turn = before !== undefined && now < before + PAUSE_MS ? before : now + Math.random() * copyDelayMs;
	known.set(wallet, turn);
	return turn > now ? { kind: "turn_awaited", afterMs: turn - now } : null;
}

const hasJustSent = shareAnswer(lineOfBalance, async ({ system, payment: { environment, currency } }) => {
	const { rows } = await sql`select ${PREPARED} from attempt join payment on payment.id = attempt.payment_id
		where payment.environment = ${environment} and payment.currency = ${currency} and payment.kind = 'payout'
			and attempt.permitted_at > now() - ${PAUSE_MS} * interval '1 millisecond' limit 1`.execute(system.database);
	return rows.length > 0;
});
