/** Lists what needs a person's attention, most urgent first. */
import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { IN_DOUBT_STATES, UNDER_WAY_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import { LAST_BACKUP } from "#server/backup/last-backup.ts";
import type { Context } from "#server/context.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { countForgottenPermits } from "#server/continuity/forgotten-permits.ts";
import { proposeShared } from "#server/continuity/propose-shared.ts";
import { readWalletGaps } from "#server/continuity/read-wallet-witness.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { countChanges } from "#server/overview/count-changes.ts";
import { type IncompleteList, readIncompleteLists } from "#server/overview/incomplete-lists.ts";
import { groupPayments, hasOneAnswer } from "#server/overview/payment-groups.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { readNamedPayments, toPaymentSummary } from "#server/payment-records/payment-summary.ts";
import { readWalletWaits } from "#server/payments/stop/service-wait.ts";
import { countExceptions } from "#server/reconciliation/count-exceptions.ts";
import { findAlarms } from "#server/reconciliation/find-alarms.ts";
import { listed } from "#server/store/listed.ts";
import { countOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";

// Payouts usually end in minutes, at worst in a few hours with a degraded operator; a payer may act the same day.
const STUCK_PAYOUT_HOURS = 2;
const STUCK_DEPOSIT_HOURS = 24;

/** Lists only what this member can act on and has not answered; `findWaiting` lists what others do. */
export async function findNeeds(context: Context, lists?: readonly IncompleteList[]): Promise<Need[]> {
	const [
		stopped,
		low,
		orphans,
		forgotten,
		broken,
		old,
		changes,
		closings,
		factors,
		payments,
		alarms,
		incomplete,
		exceptions,
	] = await Promise.all([
		findStop(context),
		findLowBalances(context),
		findOrphanAnswers(context),
		findForgottenPermits(context),
		findBrokenRecord(context),
		findOldBackup(context),
		countChanges(context, "reader"),
		findClosings(context),
		findNewFactors(context),
		findPayments(context),
		findUnexplained(context),
		lists ?? readIncompleteLists(context),
		findUndecided(context),
	]);
	return [
		...[...stopped, ...low, ...orphans, ...forgotten, ...broken, ...old, ...changes, ...closings, ...factors],
		...[...alarms, ...incomplete.flatMap(incompleteNeeds), ...payments, ...exceptions],
	];
}

/** Open payments that this member can approve, settle, or ask the service about. */
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
	return alarms.map(({ since, payment_id, ...alarm }) => {
		const row = rows.find(({ id }) => id === payment_id);
		return {
			kind: row ? ("paid_after_all" as const) : ("unexplained" as const),
			...alarm,
			since: since.toISOString(),
			payment: row ? toPaymentSummary(row) : null,
		};
	});
}

/** Exceptions of the reconciliation, for members who may explain them. */
async function findUndecided(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "reconciliation.decide")) return [];
	const waiting = await countExceptions(context);
	return waiting.map(({ count, currency, since }) => ({
		...{ kind: "exceptions", count, currency },
		...{ amount: null, since: since?.toISOString() ?? null, payment: null },
	}));
}

function incompleteNeeds({ currency, unreadable, mayBeCut, stale }: IncompleteList): Need[] {
	const ofList = { count: 1, currency, amount: null, since: null, payment: null };
	return [
		...(unreadable > 0 ? [{ ...ofList, kind: "list_incomplete" as const, count: unreadable }] : []),
		...(mayBeCut ? [{ ...ofList, kind: "list_cut" as const }] : []),
		...(stale ? [{ ...ofList, kind: "list_stale" as const, since: stale.since?.toISOString() ?? null }] : []),
	];
}

/** Time for every machine to report after a move of the database. */
const MOVE_MS = 120_000;

async function findStop(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const patience = new Date(context.clock.now().getTime() - MOVE_MS);
	const rows = await context.database
		.selectFrom("setting")
		.select(["name", "changed_at"])
		.where("name", "in", [SENDING_STOPPED, DATABASE_MISMATCH])
		// A database that only moved needs nobody, unless a machine does not report.
		.where(sql<boolean>`(value -> 'heals' is distinct from 'true' or changed_at < ${patience}::timestamptz)`)
		.orderBy("name")
		.execute();
	const nothing = { currency: null, amount: null, payment: null };
	const stops = rows.map(({ name, changed_at }) => ({
		kind: name === DATABASE_MISMATCH ? ("database_mismatch" as const) : ("sending_stopped" as const),
		count: 1,
		...nothing,
		since: changed_at.toISOString(),
	}));
	const waits = (await readWalletGaps(context)).filter(({ state, fault }) => state === "held" || fault !== null);
	const proposals = await proposeShared(context);
	return [
		...stops,
		...proposals.map(({ currency, days, since }) => ({
			...{ kind: "shared_wallet" as const, count: days },
			...{ ...nothing, currency, since },
		})),
		...waits.map(({ state, currency, since }) => ({
			...{ kind: state === "held" ? ("wallet_held" as const) : ("wallet_unread" as const), count: 1 },
			...{ ...nothing, currency, since },
		})),
	];
}

/** For all members: the person who tops up the wallet need not be an admin. */
async function findLowBalances({ database, config }: Context): Promise<Need[]> {
	const waits = await readWalletWaits(database, config.walletCurrencies);
	return waits.flatMap(({ kind, environment, count, currency, missing, since }): Need[] =>
		kind === "balance_low" && missing !== null && environment === config.environment
			? [{ kind, count, currency, amount: missing, since: since.toISOString(), payment: null }]
			: [],
	);
}

/** Months that another member proposed to close, of wallets in use: nobody can decide on those of others. */
async function findClosings({ database, config, member }: Context): Promise<Need[]> {
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
	return rows.map(({ currency, month, proposed_at }) => ({
		...{ kind: "closing", count: 1, currency, month, amount: null, payment: null },
		since: proposed_at.toISOString(),
	}));
}

/** Answers of the service for payments that this database does not have. */
async function findOrphanAnswers(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const { count, since } = await countOrphanAnswers(context);
	if (count === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "orphan_answer", count, ...nothing, since: since?.toISOString() ?? null }];
}

/** Payments that a lost database sent, and that nobody has checked against the wallet yet. */
async function findForgottenPermits(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const { count, since } = await countForgottenPermits(context.database);
	if (count === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "forgotten_permit", count, ...nothing, since: since?.toISOString() ?? null }];
}

/** The audit log was altered: all its readers must know. */
async function findBrokenRecord(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "audit.read")) return [];
	const check = await readAuditCheck(context);
	if (!check?.fault) return [];
	return [{ kind: "record_broken", count: 1, currency: null, amount: null, payment: null, since: check.at }];
}

/** Lists second factors of members with rights that do not count yet, so that a member notices one added by somebody else. */
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
	const [found] = rows;
	if (!found || found.count === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "new_factor", count: found.count, ...nothing, since: found.since?.toISOString() ?? null }];
}

/** A desk whose backups are made by others has noted none. */
async function findOldBackup({ database, member }: Context): Promise<Need[]> {
	if (!may(member.role, "settings.manage")) return [];
	const { rows } = await sql<{ at: Date }>`
		select changed_at as at from setting where name = ${LAST_BACKUP} and changed_at < now() - interval '2 days'`.execute(
		database,
	);
	const nothing = { currency: null, amount: null, payment: null };
	return rows.map(({ at }) => ({ kind: "backup_old" as const, count: 1, ...nothing, since: at.toISOString() }));
}
