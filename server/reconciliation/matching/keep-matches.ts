import { sql } from "kysely";
import { type Claim, type LineMatch, type Matching, matchLines } from "#server/reconciliation/matching/match-lines.ts";
import { claimSubject } from "#server/reconciliation/matching/payment-claims.ts";
import type { Candidates, Decided, Touched } from "#server/reconciliation/matching/read-candidates.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { NewRow, WalletKey } from "#server/store/sql-fragments.ts";

type Added = "environment" | "currency" | "changed_at";
type LineMatchRow = Omit<Required<NewRow<"reconciliation_line">>, Added>;
type PaymentMatchRow = Omit<Required<NewRow<"reconciliation_payment">>, Added>;

export interface Matches {
	lines: LineMatchRow[];
	payments: PaymentMatchRow[];
	examined: string[];
}

// A change affects only matches within this time. Groups further away are left alone: some of their lines may not have been read.
const TOUCHED_MS = 2 * 86_400_000;

/** Leaves a payment without a line, or a group that lacks lines, `waiting` until `syncedAt` passes the end of its windows. Pure. */
export function matchesOf({ touched, claims, lines }: Candidates, syncedAt: number): Matches {
	const matching = matchLines(claims, lines);
	const waiting = openGroups(claims, matching, syncedAt);
	const matches: Matches = { lines: [], payments: [], examined: [] };
	const isTouched = (at: number) =>
		at >= touched.from.getTime() - TOUCHED_MS && at <= touched.to.getTime() + TOUCHED_MS;
	// The line of a payment that was pending for days may be days before its expected time. Lines are read within twice `TOUCHED_MS`.
	const isNear = ({ from, to }: Claim) => to - from <= 2 * TOUCHED_MS && from <= +touched.to && to >= +touched.from;
	const lined = new Set<string>();
	for (const { id, at } of lines) {
		const match = matching.lines.get(id);
		if (!match || !isTouched(at)) continue;
		matches.lines.push(lineMatch(id, match, waiting));
		if (match.status === "matched") lined.add(match.claimId);
	}
	for (const claim of claims) {
		const { paymentId } = claimSubject(claim.id);
		const isExamined = isTouched(claim.expectedAt) || lined.has(claim.id) || isNear(claim);
		if (paymentId === null || !isExamined) continue;
		matches.examined.push(paymentId);
		const match = matching.claims.get(claim.id);
		if (!claim.owed || !match || match.status === "matched") continue;
		const groupId = match.status === "ambiguous" ? match.groupId : null;
		const isWaiting = groupId === null ? claim.to >= syncedAt : waiting.has(groupId);
		const status = isWaiting ? "waiting" : groupId === null ? "missing" : "ambiguous";
		const due_at = new Date(claim.to);
		matches.payments.push({ payment_id: paymentId, status, group_id: groupId, due_at });
	}
	return matches;
}

function openGroups(claims: readonly Claim[], matching: Matching, syncedAt: number): ReadonlySet<string> {
	const groups = new Map<string, { surplus: number; to: number }>();
	const groupOf = (id: string) => {
		const group = groups.get(id) ?? { surplus: 0, to: 0 };
		groups.set(id, group);
		return group;
	};
	for (const claim of claims) {
		const match = matching.claims.get(claim.id);
		if (match?.status !== "ambiguous") continue;
		const group = groupOf(match.groupId);
		group.surplus -= 1;
		group.to = Math.max(group.to, claim.to);
	}
	for (const match of matching.lines.values()) {
		if (match.status === "ambiguous") groupOf(match.groupId).surplus += 1;
	}
	return new Set([...groups].flatMap(([id, { surplus, to }]) => (surplus < 0 && to >= syncedAt ? [id] : [])));
}

function lineMatch(movement_id: string, match: LineMatch, waiting: ReadonlySet<string>): LineMatchRow {
	const nothing = { how: null, payment_id: null, transaction_reference: null, group_id: null };
	if (match.status === "unexplained") return { ...nothing, movement_id, status: "unexplained" };
	if (match.status !== "matched") {
		const status = waiting.has(match.groupId) ? "open" : match.status;
		return { ...nothing, movement_id, status, group_id: match.groupId };
	}
	const { paymentId, reference } = claimSubject(match.claimId);
	const subject = { payment_id: paymentId, transaction_reference: reference };
	return { ...nothing, ...subject, movement_id, status: "matched", how: match.how };
}

export function decidedMatches({ lines }: Decided): LineMatchRow[] {
	const person = { status: "matched" as const, how: "person" as const, transaction_reference: null, group_id: null };
	return [...lines].flatMap(([movement_id, payment_id]) =>
		payment_id === null ? [] : [{ ...person, movement_id, payment_id }],
	);
}

/**
 * Deletes the rows of lines outside these matches whose payment or transaction has another line in them. Returns the types, amounts
 * and times of these lines, which must be matched again together with the change.
 */
export async function releaseMoved(
	trx: DatabaseTransaction,
	{ environment }: WalletKey,
	matches: Matches,
): Promise<Touched[]> {
	const { rows } = await sql<Touched>`
		with match as (select * from ${lineRelation(JSON.stringify(matches.lines))}), moved as (
			delete from reconciliation_line where movement_id not in (select movement_id from match) and movement_id in (
				select kept.movement_id from match join reconciliation_line as kept on kept.payment_id = match.payment_id
				union all
				select kept.movement_id from match join reconciliation_line as kept
					on kept.environment = ${environment} and kept.transaction_reference = match.transaction_reference)
			returning movement_id)
		select type, amount, min(created_at) as "from", max(created_at) as "to" from movement
		where id = any(array(select movement_id from moved)) group by type, amount`.execute(trx);
	return rows;
}

/**
 * Writes only rows that differ, and returns how many it deleted or wrote. It also deletes the rows of `gone`, the lines that people
 * explained without a payment, and does not count these.
 */
export async function keepMatches(
	trx: DatabaseTransaction,
	wallet: WalletKey,
	matches: Matches,
	gone: readonly string[],
	at: Date,
): Promise<number> {
	const lines = JSON.stringify(matches.lines);
	const payments = JSON.stringify(matches.payments);
	// Old matches are deleted first: a payment's line may move to another payment, and both would violate the unique index.
	const removed = await sql<{ movement_id: string }>`
		with match as (select * from ${lineRelation(lines)})
		delete from reconciliation_line as kept using match where kept.movement_id = match.movement_id and
			(kept.status, kept.how, kept.payment_id, kept.transaction_reference, kept.group_id) is distinct from
			(match.status, match.how, match.payment_id, match.transaction_reference, match.group_id)
		returning kept.movement_id`.execute(trx);
	await sql`delete from reconciliation_line where movement_id = any(${gone}::bigint[])`.execute(trx);
	const added = await sql<{ movement_id: string }>`
		insert into reconciliation_line (movement_id, environment, currency, status, how, payment_id, transaction_reference, group_id, changed_at)
		select movement_id, ${wallet.environment}, ${wallet.currency}, status, how, payment_id, transaction_reference, group_id, ${at}::timestamptz
		from ${lineRelation(lines)} on conflict (movement_id) do nothing returning movement_id`.execute(trx);
	const settled = await sql`
		delete from reconciliation_payment where payment_id = any(${matches.examined}::text[])
			and payment_id not in (select payment_id from ${paymentRelation(payments)}) returning payment_id`.execute(trx);
	const owed = await sql`
		insert into reconciliation_payment (payment_id, environment, currency, status, group_id, due_at, changed_at)
		select payment_id, ${wallet.environment}, ${wallet.currency}, status, group_id, due_at, ${at}::timestamptz from ${paymentRelation(payments)}
		on conflict (payment_id) do update set status = excluded.status, group_id = excluded.group_id, due_at = excluded.due_at,
			changed_at = excluded.changed_at
		where (reconciliation_payment.status, reconciliation_payment.group_id, reconciliation_payment.due_at)
			is distinct from (excluded.status, excluded.group_id, excluded.due_at)
		returning payment_id`.execute(trx);
	return removed.rows.length + added.rows.length + settled.rows.length + owed.rows.length;
}

function lineRelation(json: string) {
	return sql`jsonb_to_recordset(${json}::jsonb) as match (movement_id bigint, status text, how text, payment_id text,
		transaction_reference text, group_id text)`;
}

function paymentRelation(json: string) {
	return sql`jsonb_to_recordset(${json}::jsonb) as match (payment_id text, status text, group_id text, due_at timestamptz)`;
}
