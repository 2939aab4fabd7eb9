/** The checks before the permit; the permit repeats the preconditions and the rules. lib/send-obstacles.ts lists who ends each obstacle. */
import { sql } from "kysely";
import { groupCalls, lineOfWorker, shareAnswer } from "#lib/group-calls.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import { inTime } from "#lib/with-timeout.ts";
import type { SystemContext, WorkerCall } from "#server/context.ts";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { openGapIfTimeIsMissing } from "#server/continuity/heartbeat.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { AppError, refusesKeys, ServiceError } from "#server/errors.ts";
import { type Amounts, payoutFees, sumAmountsAndFees } from "#server/payment-records/expected-fee.ts";
import { payoutsOnTheWire, readFreeLanes, sumOf } from "#server/payment-records/lanes.ts";
import { readSmallerFirst } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import {
	readFirstThatFits,
	readWaitingAmount,
	readWaitingBefore,
	readWaitingNeed,
} from "#server/payment-records/waiting-payouts.ts";
import { beginWait, claimTry, endWait, isUnreadAgain, readWait, waitKindOf } from "#server/payments/payout-wait.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApproversOf, readNeeded } from "#server/payments/rules/read-approvals.ts";
import { recheckRules } from "#server/payments/send/recheck-rules.ts";
import { checkSendPreconditions } from "#server/payments/send/send-preconditions.ts";
import type { Due } from "#server/payments/send/take-permit.ts";
import { findPastExpiry } from "#server/payments/stop/expire-payments.ts";
import type { Database } from "#server/store/database.ts";
import { readHeads } from "#server/store/head-file.ts";
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
		(await checkLane(first)) ?? (await checkDatabase(first)) ?? (await checkPreconditions(first));
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

/** Heads that cannot be read are a fault of the disk: without a reason on any page the payouts would expire. */
async function checkDatabase(due: Due): Promise<Obstacle | null> {
	const { system, payment, sender } = due;
	try {
		return (await stopIfDatabaseSuspect({ system, workerId: sender.workerId })) ? { kind: "database_mismatch" } : null;
	} catch (error) {
		const wait = payment.kind === "payout" ? await checkDisk(due) : null;
		if (wait) return wait;
		throw error;
	}
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

/** Begins the wait of the wallet's payouts when the disk cannot be written. */
async function checkDisk({ system, payment, sender: { workerId, timing } }: Due): Promise<Obstacle | null> {
	const isWritable = await inTime(canJournal({ system, workerId }), 5_000).catch(() => false);
	// guard: unwritable-disk-is-a-wait
	if (!isWritable) return beginWait(system, payment, { kind: "disk_unwritable", cause: null }, timing);
	return null;
}

/** Tests the disk: a failure after the permit would end this payout, and each payout behind it, as not sent. */
const canJournal = shareAnswer(lineOfWorker, async ({ system, workerId }: WorkerCall) => {
	try {
		await readHeads(system.config);
		await tryJournal(system.config, workerId);
		return true;
	} catch (error) {
		system.log.error({ event: "journal_not_kept", err: error });
		return false;
	}
});

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
const lineOfBalance = ({ system, payment: { environment, currency } }: Due) =>
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
