import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { IN_DOUBT_STATES, UNDER_WAY_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import { LAST_BACKUP } from "#server/backup/last-backup.ts";
import type { Context } from "#server/context.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { countForgottenPermits } from "#server/continuity/forgotten-permits.ts";
import { readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { proposeShared } from "#server/continuity/propose-shared.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { countChanges } from "#server/overview/count-changes.ts";
import { countPausedBatches } from "#server/overview/count-paused-batches.ts";
import { counted, need } from "#server/overview/need.ts";
import { groupPayments, hasOneAnswer } from "#server/overview/payment-groups.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { readNamedPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { readWalletWaits } from "#server/payments/payout-wait.ts";
import { countExceptions, findAlarms } from "#server/reconciliation/find-alarms.ts";
import { listed } from "#server/store/sql-fragments.ts";
import { countOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";
import { readFaultySyncs } from "#server/wallets/sync-row.ts";

// Payouts usually end in minutes, so hours mean a degraded operator; the payer of a deposit may act at any time of the day.
const STUCK_PAYOUT_HOURS = 2;
const STUCK_DEPOSIT_HOURS = 24;

/** Returns the syncs of the wallets whose list of movements is incomplete or outdated. */
export function readIncompleteLists({ database, config }: Context) {
	return readFaultySyncs(database, { environment: config.environment, currencies: config.walletCurrencies });
}

type IncompleteLists = Awaited<ReturnType<typeof readIncompleteLists>>;

/** Lists what this member can act on and has not answered, most urgent first; `findWaiting` lists what other members must act on. */
export async function findNeeds(context: Context, lists?: IncompleteLists): Promise<Need[]> {
	const found = await Promise.all([
		findStop(context),
		findLowBalances(context),
		findForgotten(context),
		findBrokenAuditLog(context),
		findOldBackup(context),
		countChanges(context, "reader"),
		findMonthCloses(context),
		findNewFactors(context),
		findUnexplained(context),
		findIncomplete(lists ?? (await readIncompleteLists(context))),
		findPayments(context),
		countPausedBatches(context, "reader"),
		findUndecided(context),
	]);
	return found.flat();
}

function findPayments(context: Context): Promise<Need[]> {
	const now = context.clock.now().getTime();
	const before = (hours: number) => new Date(now - hours * 3_600_000);
	const { id: me, role } = context.member;
	const isInDoubt = sql`state in (${listed(IN_DOUBT_STATES)}) and ${may(role, "payout.resolve")}::boolean`;
	// The service in use knows no payment of another account: nobody could end such a need.
	const isAsked = sql`environment = ${context.config.environment}`;
	return groupPayments(
		context,
		sql`case
			when ${isInDoubt} and ${hasOneAnswer(sql`member_id <> ${me}`)} then 'settlement'
			when ${isInDoubt} then case when ${hasOneAnswer(sql`member_id = ${me}`)} then null else state end
			when ${may(role, "payout.decide")}::boolean and ${waitsForDecisionOf(me)} then 'approval'
			when state in (${listed(UNDER_WAY_STATES)}) and kind = 'payout' and ${isAsked} and sent_at < ${before(STUCK_PAYOUT_HOURS)} then 'stuck_payout'
			when state = 'pending' and kind = 'deposit' and ${isAsked} and sent_at < ${before(STUCK_DEPOSIT_HOURS)} then 'stuck_deposit'
		end`,
	);
}

async function findUnexplained(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "reconciliation.decide")) return [];
	const alarms = await findAlarms(context);
	const ids = alarms.flatMap(({ payment_id }) => payment_id ?? []);
	const rows = await readNamedPayments(context.database, ids);
	return alarms.map(({ payment_id, ...alarm }) => {
		const row = rows.find(({ id }) => id === payment_id);
		return need(row ? "paid_after_all" : "unexplained", { ...alarm, payment: row ? toPaymentSummary(row) : null });
	});
}

async function findUndecided(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "reconciliation.decide")) return [];
	return (await countExceptions(context)).map((waiting) => need("exceptions", waiting));
}

function findIncomplete(lists: IncompleteLists): Need[] {
	return lists.flatMap(({ currency, unreadable_lines: count, may_be_cut: mayBeCut, fault, synced_at: since }) => [
		...(count > 0 ? [need("list_incomplete", { currency, count })] : []),
		...(mayBeCut ? [need("list_cut", { currency })] : []),
		...(fault === null ? [] : [need("list_stale", { currency, since })]),
	]);
}

/** Within this time after a move of the database, every machine should have reported. */
const MOVE_MS = 120_000;

async function findStop(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const patience = new Date(context.clock.now().getTime() - MOVE_MS);
	const rows = await context.database
		.selectFrom("setting")
		.select(["name", "changed_at"])
		.where("name", "in", [SENDING_STOPPED, DATABASE_MISMATCH])
		// After a mere move of the database nobody needs to act, unless a machine has not reported in time.
		.where(sql<boolean>`(value -> 'heals' is distinct from 'true' or changed_at < ${patience}::timestamptz)`)
		.orderBy("name")
		.execute();
	const stops = rows.map(({ name, changed_at: since }) =>
		need(name === DATABASE_MISMATCH ? "database_mismatch" : "sending_stopped", { since }),
	);
	const waits = (await readWalletGaps(context)).filter(({ state, fault }) => state === "held" || fault !== null);
	const proposals = await proposeShared(context);
	return [
		...stops,
		...proposals.map(({ currency, days: count, lastAt }) => need("shared_wallet", { currency, count, since: lastAt })),
		...waits.map(({ state, currency, since }) =>
			need(state === "held" ? "wallet_held" : "wallet_unread", { currency, since }),
		),
	];
}

/** Lists low balances for all members: the person who tops up the wallet need not be an admin. */
async function findLowBalances({ database, config }: Context): Promise<Need[]> {
	const waits = await readWalletWaits(database, config.walletCurrencies);
	return waits.flatMap(({ kind, environment, count, currency, missing: amount, since }) =>
		kind === "balance_low" && amount !== null && environment === config.environment
			? [need(kind, { count, currency, amount, since })]
			: [],
	);
}

/** Lists months that another member proposed to close; only of wallets in use, since nobody can decide on the others. */
async function findMonthCloses({ database, config, member }: Context): Promise<Need[]> {
	if (!may(member.role, "statement.close")) return [];
	const rows = await database
		.selectFrom("statement_closing")
		.select(["currency", "month", "proposed_at"])
		.where("environment", "=", config.environment)
		.where("currency", "in", config.walletCurrencies)
		.where("confirmed_at", "is", null)
		.where("ended_at", "is", null)
		.where("proposed_by", "<>", member.id)
		.orderBy("proposed_at")
		.execute();
	return rows.map(({ currency, month, proposed_at: since }) => need("closing", { currency, month, since }));
}

/** Counts orphan answers, and forgotten permits that nobody has closed. */
async function findForgotten(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const [answers, permits] = [await countOrphanAnswers(context), await countForgottenPermits(context.database)];
	return [...counted("orphan_answer", answers), ...counted("forgotten_permit", permits)];
}

async function findBrokenAuditLog(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "audit.read")) return [];
	const check = await readAuditCheck(context);
	return check?.fault ? [need("record_broken", { since: check.at })] : [];
}

/** Counts second factors that are not active yet (a viewer's left out), so that a member notices one added by somebody else. */
async function findNewFactors(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "payout.decide")) return [];
	const { rows } = await sql<{ count: number; since: Date | null }>`
		select count(*)::integer as count, min(counts_from) - interval '24 hours' as since
		from (
			select member_id, counts_from from passkey
			union all select member_id, counts_from from totp where confirmed_at is not null
		) as factor
		join member on member.id = factor.member_id
		where counts_from > now() and member_rank(role, disabled_at) > 0`.execute(context.database);
	return rows.flatMap((found) => counted("new_factor", found));
}

/** Reports a backup older than two days. If Cauri has never recorded a backup, we assume other means of backup and report nothing. */
async function findOldBackup({ database, member }: Context): Promise<Need[]> {
	if (!may(member.role, "settings.manage")) return [];
	const { rows } = await sql<{ at: Date }>`
		select changed_at as at from setting where name = ${LAST_BACKUP} and changed_at < now() - interval '2 days'`.execute(
		database,
	);
	return rows.map(({ at }) => need("backup_old", { since: at }));
}
