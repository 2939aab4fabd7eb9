/** The checks before the permit; the permit repeats the preconditions and the rules. lib/send-obstacles.ts lists who ends each obstacle. */
import { sql } from "kysely";
import { groupCalls, lineOfWorker, shareAnswer } from "#lib/group-calls.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import type { SystemContext, WorkerCall } from "#server/context.ts";
import { stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { openGapIfTimeIsMissing } from "#server/continuity/heartbeat.ts";
import { readFreeLanes } from "#server/payment-records/lanes.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { beginWait, claimTry, readWait } from "#server/payments/payout-wait.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApproversOf, readNeeded } from "#server/payments/rules/read-approvals.ts";
import { checkBalance, lineOfBalance } from "#server/payments/send/check-balance.ts";
import { recheckRules } from "#server/payments/send/recheck-rules.ts";
import { checkSendPreconditions } from "#server/payments/send/send-preconditions.ts";
import type { Due } from "#server/payments/send/take-permit.ts";
import { findPastExpiry } from "#server/payments/stop/expire-payments.ts";
import type { Database } from "#server/store/database.ts";
import { readHeads } from "#server/store/head-file.ts";
import { tryJournal } from "#server/store/permit-journal.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

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
	const isWritable = await canJournal({ system, workerId });
	// guard: unwritable-disk-is-a-wait
	if (!isWritable) return beginWait(system, payment, { kind: "disk_unwritable", cause: null }, timing);
	return null;
}

/** Tests the disk: a failure after the permit would end this payout, and each payout behind it, as not sent. */
const canJournal = shareAnswer(lineOfWorker, async ({ system, workerId }: WorkerCall) => {
	try {
		await Promise.all([readHeads(system.config), tryJournal(system.config, workerId)]);
		return true;
	} catch (error) {
		system.log.error({ event: "journal_not_kept", err: error });
		return false;
	}
});

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
