/** What waits for a person, most pressing first. */

import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { IN_DOUBT_STATES, MAY_WANT_PEOPLE_STATES, UNDER_WAY_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";
import { readAuditCheck } from "#server/audit/read-audit-check.ts";
import type { Context } from "#server/context.ts";
import { readWalletWait } from "#server/continuity/read-wallet-witness.ts";
import { findNewFactors } from "#server/overview/find-new-factors.ts";
import { type IncompleteList, readIncompleteLists } from "#server/overview/incomplete-lists.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { selectPayments, toPaymentSummary } from "#server/payments/payment-summary.ts";
import { DATABASE_DOUBT } from "#server/payments/stop/database-doubt.ts";
import { countForgottenPermits } from "#server/payments/stop/forgotten-permits.ts";
import { SENDING_STOPPED } from "#server/payments/stop/sending-stop.ts";
import { countFindings } from "#server/reconciliation/count-findings.ts";
import { findAlarms } from "#server/reconciliation/find-alarms.ts";
import { listed } from "#server/store/listed.ts";
import { countOrphanAnswers } from "#server/transactions/list-orphan-answers.ts";

type PaymentNeed = Exclude<
	Need["kind"],
	| "sending_stopped"
	| "database_doubt"
	| "wallet_doubt"
	| "wallet_unread"
	| "record_broken"
	| "change_request"
	| "new_factor"
	| "unexplained"
	| "findings"
	| "orphan_answer"
	| "forgotten_permit"
	| "list_incomplete"
	| "list_cut"
	| "list_stale"
>;

const MOST_PRESSING_FIRST: readonly Need["kind"][] = [
	"unexplained",
	"settlement",
	...IN_DOUBT_STATES,
	"approval",
	"stuck_payout",
	"stuck_deposit",
];
// Payouts are usually final in minutes, at worst in a few hours of a degraded operator; a payer may act on the same day.
const STUCK_PAYOUT_HOURS = 2;
const STUCK_DEPOSIT_HOURS = 24;

/** What this member can do something about: approvals, outcomes and lines for who may decide them, a stop for who may lift it. */
export async function findNeeds(context: Context, lists?: readonly IncompleteList[]): Promise<Need[]> {
	const [stopped, orphans, forgotten, broken, changes, factors, groups, alarms, incomplete, findings] =
		await Promise.all([
			findStop(context),
			findOrphanAnswers(context),
			findForgottenPermits(context),
			findBrokenRecord(context),
			findChangeRequests(context),
			findNewFactors(context),
			findGroups(context),
			findUnexplained(context),
			lists ?? readIncompleteLists(context),
			findUndecided(context),
		]);
	const oldest = groups.map((group) => group.oldest_id);
	const rows =
		oldest.length > 0 ? await selectPayments(context.database).where("payment.id", "in", oldest).execute() : [];
	const needs = groups.map((group): Need => {
		const row = rows.find(({ id }) => id === group.oldest_id);
		return {
			kind: group.need,
			count: group.count,
			currency: group.currency,
			// Amounts of two currencies are never added.
			amount: group.currency === null ? null : group.amount,
			since: group.since.toISOString(),
			payment: row ? toPaymentSummary(row) : null,
		};
	});
	needs.sort((a, b) => pressing(a.kind) - pressing(b.kind));
	return [
		...[...stopped, ...orphans, ...forgotten, ...broken, ...changes, ...factors],
		...[...alarms, ...incomplete.flatMap(incompleteNeeds), ...needs, ...findings],
	];
}

function pressing(kind: Need["kind"]): number {
	return MOST_PRESSING_FIRST.indexOf(kind);
}

interface Group {
	need: PaymentNeed;
	count: number;
	currency: string | null;
	amount: string;
	since: Date;
	oldest_id: string;
}

async function findGroups(context: Context): Promise<Group[]> {
	const now = context.clock.now().getTime();
	const before = (hours: number) => new Date(now - hours * 3_600_000);
	const { id: me, role } = context.member;
	const mayApprove = may(role, "payout.decide");
	const maySettle = may(role, "payout.resolve");
	const { rows } = await sql<Group>`
		with waiting as (
			select id, currency, amount, coalesce(sent_at, created_at) as since, case
				when state in (${listed(IN_DOUBT_STATES)}) and ${maySettle}::boolean and ${waitsForSecond(me)} then 'settlement'
				when state in (${listed(IN_DOUBT_STATES)}) and ${maySettle}::boolean then state
				when ${mayApprove}::boolean and ${waitsForDecisionOf(me)} then 'approval'
				when state in (${listed(UNDER_WAY_STATES)}) and kind = 'payout' and sent_at < ${before(STUCK_PAYOUT_HOURS)} then 'stuck_payout'
				when state = 'pending' and kind = 'deposit' and sent_at < ${before(STUCK_DEPOSIT_HOURS)} then 'stuck_deposit'
			end as need
			from payment where state in (${listed(MAY_WANT_PEOPLE_STATES)})
		)
		select need, count(*)::integer as count, sum(amount) as amount, min(since) as since,
			case when min(currency) = max(currency) then min(currency) end as currency,
			(array_agg(id order by since, id))[1] as oldest_id
		from waiting where need is not null group by need`.execute(context.database);
	return rows;
}

/** One person has said a word, and it was not me. */
function waitsForSecond(me: string) {
	return sql`(select count(*) = 1 and bool_and(member_id <> ${me}) from resolution
		where payment_id = payment.id and payment_version = payment.version and withdrawn_at is null
			and word_counts(member_id, said_at))`;
}

async function findUnexplained(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "reconciliation.decide")) return [];
	const alarms = await findAlarms(context);
	return alarms.map(({ since, ...alarm }) => ({
		kind: "unexplained",
		...alarm,
		since: since.toISOString(),
		payment: null,
	}));
}

/** What the reconciliation found, for members who may say what it is. */
async function findUndecided(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "reconciliation.decide")) return [];
	const waiting = await countFindings(context);
	return waiting.map(({ count, currency, since }) => ({
		...{ kind: "findings", count, currency },
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

async function findStop(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const rows = await context.database
		.selectFrom("setting")
		.select(["name", "value", "changed_at"])
		.where("name", "in", [SENDING_STOPPED, DATABASE_DOUBT])
		.orderBy("name")
		.execute();
	const nothing = { currency: null, amount: null, payment: null };
	const stops = rows.map(({ name, value, changed_at }) => ({
		kind: name === DATABASE_DOUBT ? kindOfDoubt(value) : ("sending_stopped" as const),
		count: 1,
		...nothing,
		since: changed_at.toISOString(),
	}));
	const wait = rows.length > 0 ? null : await readWalletWait(context);
	return wait?.fault ? [{ kind: "wallet_unread", count: 1, ...nothing, since: wait.since }] : stops;
}

function kindOfDoubt(value: object): "wallet_doubt" | "database_doubt" {
	return "kind" in value && value.kind === "wallet_unproved" ? "wallet_doubt" : "database_doubt";
}

/** The service answered to payments that this database has forgotten. */
async function findOrphanAnswers(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const { count, since } = await countOrphanAnswers(context);
	if (count === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "orphan_answer", count, ...nothing, since: since?.toISOString() ?? null }];
}

/** Sent by a database that is gone, and nobody has looked for it in the wallet yet. */
async function findForgottenPermits(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "settings.manage")) return [];
	const { count, since } = await countForgottenPermits(context.database);
	if (count === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "forgotten_permit", count, ...nothing, since: since?.toISOString() ?? null }];
}

/** The record does not say what it said: whoever may read it must know. */
async function findBrokenRecord(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "audit.read")) return [];
	const check = await readAuditCheck(context);
	if (!check?.fault) return [];
	return [{ kind: "record_broken", count: 1, currency: null, amount: null, payment: null, since: check.at }];
}

/** Also their own, until somebody else has said a word: nothing that loosens a guard is out of sight. */
async function findChangeRequests(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "change_request.read")) return [];
	const { count, since } = await context.database
		.selectFrom("change_request")
		.select((of) => [of.fn.countAll<number>().as("count"), of.fn.min("asked_at").as("since")])
		.where("state", "=", "waiting")
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirstOrThrow();
	if (Number(count) === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "change_request", count: Number(count), ...nothing, since: since?.toISOString() ?? null }];
}
