/** Reads the lines and payments that the last matching left over. */

import { type RawBuilder, sql } from "kysely";
import { DAY_MS } from "#lib/dates.ts";
import { firstAt } from "#lib/match-times-to-windows.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import { transactionTypeOf, UNPAID_AFTER_PERMIT_STATES } from "#lib/payment-state.ts";
import type {
	EndedPayout,
	UnmatchedLine,
	UnmatchedPayment,
} from "#server/reconciliation/matching/pair-discrepancies.ts";
import {
	type AttemptColumns,
	attemptColumns,
	attemptOf,
	type ClaimRow,
	claimColumns,
	LATE_MS,
	paymentClaim,
} from "#server/reconciliation/matching/payment-claims.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import type { Database } from "#server/store/database.ts";
import { listed, ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

export interface LeftOver {
	lines: (UnmatchedLine & { fee: string })[];
	payments: UnmatchedPayment[];
	ended: EndedPayout[];
	/** Payments for which a person lately chose to wait or to ask support. */
	parked: ReadonlySet<string>;
	/** The number of older unmatched lines, which are not listed. */
	beyond: number;
}

// This limits each direction: another system that shares the wallet may bring many, and people work through the newest.
export const MOST_LINES = 20_000;

// Nobody else reminds people of money that never came, so a payment without a line returns to the queue. Support may need longer.
const WAITS_MS = LATE_MS;
const SUPPORT_MS = 30 * DAY_MS;

export async function readLeftOver(store: Database, wallet: WalletKey, now: Date): Promise<LeftOver> {
	const ended = await readEnded(store, wallet);
	const [lines, payments] = [await readLines(store, wallet, ended), await readPayments(store, wallet, now)];
	return {
		lines,
		beyond: lines.length < MOST_LINES ? 0 : (await countAlone(store, wallet)) - lines.filter(isAlone).length,
		payments: payments.map(({ type, claim, row }) => ({
			...{ id: row.id, type, amount: row.amount, groupId: row.group_id, open: row.state === "needs_review" },
			...{ expectedAt: claim.expectedAt, from: claim.from, to: claim.to },
		})),
		ended,
		parked: new Set(payments.flatMap(({ row }) => (row.parked ? [row.id] : []))),
	};
}

const isAlone = ({ groupId }: UnmatchedLine) => groupId === null;
const [DEPOSIT, PAYOUT] = [transactionTypeOf("deposit"), transactionTypeOf("payout")];

async function readLines(store: Database, { environment, currency }: WalletKey, ended: readonly EndedPayout[]) {
	const of = sql`match.environment = ${environment} and match.currency = ${currency}`;
	const alone = sql`select match.movement_id from reconciliation_line as match join movement on movement.id = match.movement_id
		where ${of} and match.status = 'unexplained' and match.group_id is null`;
	const newest = (sign: RawBuilder<unknown>) =>
		sql`(${alone} and movement.type ${sign} ${DEPOSIT} order by match.movement_id desc limit ${MOST_LINES})`;
	const [from, to] = [ended.map((one) => new Date(one.from)), ended.map((one) => new Date(one.to + LATE_MS))];
	// A line that may have paid a payout that ended as not paid is read at any age: its alarm keeps the payout from being made again.
	const { rows } = await sql<
		Omit<UnmatchedLine, "at" | "direction" | "twinId"> & { fee: string; created_at: Date; alone: boolean }
	>`
		select movement.id, movement.type, movement.amount, movement.fee, movement.created_at, match.group_id as "groupId",
			match.status = 'unexplained' as alone
		from reconciliation_line as match join movement on movement.id = match.movement_id
		where match.movement_id = any(array(
			select movement_id from reconciliation_line as match where ${of} and status in ('ambiguous', 'unexplained') and group_id is not null
			union ${newest(sql`=`)} union ${newest(sql`<>`)}
			union ${alone} and movement.type = ${PAYOUT} and exists (select from (
				select amount, range_agg(tstzrange("from", "to", '[]')) as times
				from unnest(${ended.map(({ amount }) => amount)}::numeric[], ${from}::timestamptz[], ${to}::timestamptz[]) as one (amount, "from", "to")
				group by amount) as ended where ended.amount = movement.amount and movement.created_at <@ ended.times)))
		order by movement.created_at desc, movement.id desc`.execute(store);
	const rule = await readFeeRule(store, { currency });
	const lines = rows.map(({ created_at: at, ...row }) => ({
		...row,
		direction: directionOf(rule, row.type),
		at: at.getTime(),
	}));
	const unexplained = lines.filter(({ alone }) => alone);
	const twins = findTwinLines(unexplained, await readKnown(store, { environment, currency }, unexplained));
	return lines.map(({ alone: _alone, ...line }) => ({ ...line, twinId: twins.get(line.id) ?? null }));
}

async function countAlone(store: Database, wallet: WalletKey): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::integer as count from reconciliation_line
		where ${ofWallet(wallet)} and status = 'unexplained' and group_id is null`.execute(store);
	return rows[0]?.count ?? 0;
}

type Row = ClaimRow & AttemptColumns & { amount: string };

async function readPayments(store: Database, wallet: WalletKey, now: Date) {
	const [waited, asked] = [new Date(now.getTime() - WAITS_MS), new Date(now.getTime() - SUPPORT_MS)];
	const amount = sql`coalesce(payment.paid_amount, payment.amount)`;
	const { rows } = await sql<Row & { group_id: string | null; parked: boolean | null; lines: Date[] }>`
		select ${claimColumns}, ${attemptColumns}, ${amount} as amount, match.group_id, (
				select (verdict = 'wait' and at > ${waited}::timestamptz) or (verdict = 'support' and at > ${asked}::timestamptz)
				from reconciliation_decision
				where payment_id = payment.id and movement_id is null order by id desc limit 1) as parked,
			array(select created_at from reconciliation_line as line join movement on movement.id = line.movement_id
				where line.environment = ${wallet.environment} and line.currency = ${wallet.currency} and line.status = 'open'
					and state = 'needs_review' and movement.amount = ${amount} and (type = ${PAYOUT}) = (kind = 'payout')) as lines
		from payment left join reconciliation_payment as match on match.payment_id = payment.id
			left join attempt on attempt.payment_id = payment.id
		where payment.id in (
			select payment_id from reconciliation_payment
			where ${ofWallet(wallet)} and status in ('missing', 'ambiguous')
			union all select id from payment
			where state = 'needs_review' and ${ofWallet(wallet)}
				and not exists (select from reconciliation_line where payment_id = payment.id))
		order by coalesce(payment.sent_at, payment.created_at) desc, payment.id`.execute(store);
	return (
		rows
			.map((row) => ({ row, type: transactionTypeOf(row.kind), claim: paymentClaim(row, attemptOf(row)) }))
			// A payment that needs review and may have one of the open lines lacks no line.
			.filter(({ row, claim }) => !row.lines.some((at) => +at >= claim.from && +at <= claim.to))
	);
}

/** Reads payouts that ended as not paid and have the amount of an unmatched outgoing line. */
async function readEnded(store: Database, wallet: WalletKey): Promise<EndedPayout[]> {
	const { rows } = await sql<Row>`
		select ${claimColumns}, payment.amount, ${attemptColumns} from payment left join attempt on attempt.payment_id = payment.id
		where ${ofWallet(wallet)} and kind = 'payout' and state in (${listed(UNPAID_AFTER_PERMIT_STATES)})
			and amount = any(array(
				select distinct movement.amount from reconciliation_line as match join movement on movement.id = match.movement_id
				where match.environment = ${wallet.environment} and match.currency = ${wallet.currency}
					and match.status in ('ambiguous', 'unexplained') and movement.type = ${PAYOUT}))
		order by created_at, payment.id`.execute(store);
	// guard: late-line-names-its-payment
	return rows.map((row) => {
		const { id, expectedAt, from, to } = paymentClaim(row, attemptOf(row));
		return { id, amount: row.amount, expectedAt, from, to };
	});
}

type Line = Pick<UnmatchedLine, "id" | "type" | "amount" | "at"> & { fee: string };

const NEAR_MS = 600_000;

/**
 * Reads matched lines within ten minutes of an unexplained line of the same type, amount and fee. Neighbouring unexplained lines share
 * one searched period.
 */
async function readKnown(store: Database, wallet: WalletKey, unexplained: readonly Line[]): Promise<Line[]> {
	const near = sql`${NEAR_MS} * interval '1 millisecond'`;
	const { rows } = await sql<Omit<Line, "at"> & { created_at: Date }>`
		with odd as (
			select type, amount, fee, created_at, coalesce(created_at - lag(created_at) over facts > 2 * ${near}, true) as begins
			from movement where id = any(${unexplained.map(({ id }) => id)}::bigint[])
			window facts as (partition by type, amount, fee order by created_at)
		), part as (
			select *, count(*) filter (where begins) over (partition by type, amount, fee order by created_at) as place from odd
		), stretch as (
			select type, amount, fee, min(created_at) - ${near} as since, max(created_at) + ${near} as until
			from part group by type, amount, fee, place
		)
		select known.* from stretch cross join lateral (
			select id, type, amount, fee, created_at from movement
			where ${ofWallet(wallet)} and type = stretch.type and amount = stretch.amount
				and created_at between stretch.since and stretch.until and fee = stretch.fee
			offset 0
		) as known join reconciliation_line as match on match.movement_id = known.id and match.status = 'matched'`.execute(
		store,
	);
	return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.getTime() }));
}

function findTwinLines(lines: readonly Line[], known: readonly Line[]): Map<string, string> {
	const keyOf = ({ type, amount, fee }: Line) => `${amount} ${fee} ${type}`;
	const inTime = known.toSorted((a, b) => a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
	const alikeLines = Map.groupBy(inTime, keyOf);
	const timesOf = new Map([...alikeLines].map(([key, alike]) => [key, alike.map(({ at }) => at)]));
	return new Map(
		lines.flatMap((line): [string, string][] => {
			const [alike = [], times = []] = [alikeLines.get(keyOf(line)), timesOf.get(keyOf(line))];
			const after = firstAt(times, line.at);
			const distance = (one: Line) => Math.abs(one.at - line.at);
			const [twin] = alike.slice(Math.max(0, after - 1), after + 1).sort((a, b) => distance(a) - distance(b));
			return twin && distance(twin) <= NEAR_MS ? [[line.id, twin.id]] : [];
		}),
	);
}
