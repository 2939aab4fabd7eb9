import { sql } from "kysely";
import { type BatchDetails, MOST_DETAILS, type RowFacts, type RowWarning } from "#lib/contracts/batch.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { ENDED_UNPAID_STATES } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { listed } from "#server/store/sql-fragments.ts";

interface Compared {
	id: string;
	basedOn: string | null;
	rows: readonly PaidRow[];
}

/**
 * Compares a batch with the batch from which it was copied, else with the newest similar one among the last twenty: they share at least
 * half of the recipients of each. Returns null without such a batch.
 */
export async function compareWithLast(
	context: Context,
	{ id, basedOn, rows }: Compared,
): Promise<BatchDetails["since"]> {
	const numbers = [...new Set(rows.map(({ facts }) => facts.number))];
	const last = (await findBasis(context, { basedOn, numbers })) ?? (await findLike(context, { id, numbers }));
	if (!last) return null;
	const [before, now] = [sumNumbers(await readPaidRows(context, last.id)), sumNumbers(rows)];
	const added = [...now].flatMap(([key, one]) => (before.has(key) ? [] : [changeOf("added", one, null)]));
	const gone = [...before].flatMap(([key, one]) => (now.has(key) ? [] : [changeOf("gone", null, one)]));
	const changed = [...now].flatMap(([key, one]) => {
		const earlier = before.get(key);
		return earlier && earlier.amountMinor !== one.amountMinor ? [changeOf("changed", one, earlier)] : [];
	});
	return {
		...last,
		...{ added: added.length, gone: gone.length, changed: changed.length },
		rows: [added, gone, changed].flatMap((group) => group.slice(0, MOST_DETAILS)),
	};
}

/** SQL: the payout is paid, or may still be. Payouts that ended unpaid are not compared. */
const isPaid = sql`state not in (${listed(ENDED_UNPAID_STATES)})`;

async function findBasis(
	{ database }: Context,
	{ basedOn, numbers }: { basedOn: string | null; numbers: readonly string[] },
): Promise<{ id: string; name: string } | null> {
	if (basedOn === null) return null;
	const { rows } = await sql<{ id: string; name: string }>`
		with recursive chain as (
			select id, name, based_on, 1 as step from batch where id = ${basedOn}
			union all
			select batch.id, batch.name, batch.based_on, step + 1 from chain join batch on batch.id = chain.based_on where step < 20
		)
		select id, name from chain where exists (
			select from payment where batch_id = chain.id and ${isPaid} and phone_number = any(${numbers}::text[]))
		order by step limit 1`.execute(database);
	return rows[0] ?? null;
}

const LATELY = 20;

async function findLike(
	{ database, config }: Context,
	{ id, numbers }: { id: string; numbers: readonly string[] },
): Promise<{ id: string; name: string } | null> {
	const { rows } = await sql<{ id: string; name: string }>`
		select batch.id, batch.name from (
			select id, name, requested_at from batch
			where environment = ${config.environment} and requested_at is not null and id <> ${id}
			order by created_at desc limit ${LATELY}
		) as batch
		join payment on payment.batch_id = batch.id and ${isPaid}
		group by batch.id, batch.name, batch.requested_at
		having 2 * count(distinct phone_number) filter (where phone_number = any(${numbers}::text[]))
			>= greatest(${numbers.length}::integer, count(distinct phone_number))
		order by batch.requested_at desc limit 1`.execute(database);
	return rows[0] ?? null;
}

interface Sum {
	name: string;
	number: string;
	currency: string;
	amountMinor: AmountMinor;
}

function sumNumbers(rows: readonly PaidRow[]): Map<string, Sum> {
	const sums = new Map<string, Sum>();
	for (const { name, facts } of rows) {
		const key = `${facts.currency} ${facts.number}`;
		const amountMinor = (sums.get(key)?.amountMinor ?? 0n) + minorOf(facts.amount);
		sums.set(key, { name, number: facts.number, currency: facts.currency, amountMinor });
	}
	return sums;
}

type Change = NonNullable<BatchDetails["since"]>["rows"][number];

function changeOf(kind: Change["kind"], now: Sum | null, before: Sum | null): Change {
	const { name = "", number = "", currency = "" } = now ?? before ?? {};
	const amount = now && toDecimal(now.amountMinor);
	return { kind, name, destination: number, currency, amount, before: before && toDecimal(before.amountMinor) };
}

export interface PaidRow {
	n: number;
	name: string;
	facts: RowFacts;
	warnings: RowWarning[];
	paymentId: string | null;
	reason: string | null;
	/** True when the payout waits for approval and its number has been blocked since the request. */
	isBlocked: boolean;
}

/** Reads the rows of a batch that are or would be paid: neither faulty, nor left out, nor ended unpaid. */
export async function readPaidRows({ database }: Context, id: string): Promise<PaidRow[]> {
	const rows = await database
		.selectFrom("batch_row")
		.leftJoin("payment", (join) =>
			join.onRef("payment.batch_id", "=", "batch_row.batch_id").onRef("payment.batch_row", "=", "batch_row.n"),
		)
		.leftJoin("blocked_number", "blocked_number.number", "payment.phone_number")
		.select(["n", "batch_row.name", "facts", "faults", "warnings", "batch_row.duplicate_reason as reason"])
		.select([
			"payment.id as paymentId",
			"payment.state",
			"payment.duplicate_reason as confirmed",
			"blocked_number.number as blocked",
		])
		.where("batch_row.batch_id", "=", id)
		.where("left_out", "is", null)
		.orderBy("n")
		.execute();
	return rows.flatMap(({ facts, faults, state, confirmed, reason, blocked, ...row }) => {
		const isPaid = facts !== null && faults.length === 0 && !(state && ENDED_UNPAID_STATES.includes(state));
		const isBlocked = state === "awaiting_approval" && blocked !== null;
		return isPaid ? [{ ...row, facts, isBlocked, reason: row.paymentId === null ? reason : confirmed }] : [];
	});
}
