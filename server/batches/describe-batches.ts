/** What the desk knows of batches: rows, payments by state, approvals, and the balance after them. */
import { type SqlBool, sql } from "kysely";
import { batchState, type StateCounts } from "#lib/batches/batch-states.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { type PaymentState, UNANSWERED_STATES } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { readApproversOf, readNeeded } from "#server/payments/rules/payout-progress.ts";

export function selectBatches({ database, config }: Context) {
	return database
		.selectFrom("batch")
		.innerJoin("member as maker", "maker.id", "batch.maker_id")
		.leftJoin("member as pauser", "pauser.id", "batch.paused_by")
		.selectAll("batch")
		.select(["maker.name as maker_name", "pauser.name as pauser_name"])
		.select(sql<boolean>`is_batch_paused(batch)`.as("is_paused"))
		.where("batch.environment", "=", config.environment);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBatches>["execute"]>>[number];

export async function describeBatches(context: Context, rows: readonly Row[]): Promise<Batch[]> {
	const ids = rows.map(({ id }) => id);
	const [drafts, states] = await Promise.all([countRows(context, ids), countStates(context, ids)]);
	return Promise.all(rows.map((row) => describeOne(context, row, { drafts, states })));
}

interface Counted {
	drafts: ReadonlyMap<string, RowCounts>;
	states: ReadonlyMap<string, StateSum[]>;
}

async function describeOne(context: Context, row: Row, { drafts, states }: Counted): Promise<Batch> {
	const own = states.get(row.id) ?? [];
	const counts: StateCounts = {};
	for (const { state, count } of own) counts[state] = (counts[state] ?? 0) + count;
	const draft = drafts.get(row.id) ?? { rows: 0, faulty: 0, left_out: 0, totals: [] };
	const isRequested = row.requested_at !== null;
	const totals = isRequested ? sums(own) : draft.totals;
	const state = batchState({ isRequested, isCancelled: row.cancelled_at !== null, isPaused: row.is_paused, counts });
	return {
		id: row.id,
		name: row.name,
		state,
		version: row.version,
		maker: { id: row.maker_id, name: row.maker_name },
		createdAt: row.created_at.toISOString(),
		requestedAt: row.requested_at?.toISOString() ?? null,
		rowCount: draft.rows,
		faultCount: isRequested ? 0 : draft.faulty,
		leftOutCount: draft.left_out,
		totals,
		counts,
		paused: state === "paused" ? { by: row.pauser_name, at: row.paused_at?.toISOString() ?? null } : null,
		approval: state === "awaiting_approval" ? await readApproval(context, row.id) : null,
		outlook: state === "draft" || state === "awaiting_approval" ? await readOutlook(context, totals, state) : [],
	};
}

interface StateSum {
	batch_id: string | null;
	state: PaymentState;
	currency: string;
	amount: string;
	count: number;
}

async function countStates({ database }: Context, ids: readonly string[]): Promise<Map<string, StateSum[]>> {
	const rows = await database
		.selectFrom("payment")
		.select(["batch_id", "state", "currency"])
		.select([sql<string>`sum(amount)`.as("amount"), sql<number>`count(*)::integer`.as("count")])
		.where(sql<SqlBool>`batch_id = any(${ids})`)
		.groupBy(["batch_id", "state", "currency"])
		.execute();
	return Map.groupBy(rows, (row) => row.batch_id ?? "");
}

function sums(states: readonly StateSum[]): Batch["totals"] {
	return [...Map.groupBy(states, ({ currency }) => currency)].map(([currency, group]) => ({
		currency,
		amount: toDecimal(group.reduce((sum, { amount }) => sum + minorOf(amount), 0n)),
		count: group.reduce((sum, { count }) => sum + count, 0),
	}));
}

interface RowCounts {
	rows: number;
	faulty: number;
	left_out: number;
	totals: Batch["totals"];
}

async function countRows({ database }: Context, ids: readonly string[]): Promise<Map<string, RowCounts>> {
	const rows = await database
		.selectFrom("batch_row")
		.select("batch_id")
		.select([
			sql<string | null>`facts ->> 'currency'`.as("currency"),
			sql<string | null>`sum((facts ->> 'amount')::numeric(20, 2))`.as("amount"),
			sql<number>`count(*)::integer`.as("count"),
			sql<number>`(count(*) filter (where left_out is not null))::integer`.as("left_out"),
			sql<number>`(count(*) filter (where left_out is null and facts is null))::integer`.as("faulty"),
		])
		.where(sql<SqlBool>`batch_id = any(${ids})`)
		.groupBy(["batch_id", sql`facts ->> 'currency'`])
		.orderBy("currency")
		.execute();
	return new Map(
		[...Map.groupBy(rows, ({ batch_id }) => batch_id)].map(([id, group]) => [
			id,
			{
				rows: group.reduce((sum, { count }) => sum + count, 0),
				faulty: group.reduce((sum, { faulty }) => sum + faulty, 0),
				left_out: group.reduce((sum, one) => sum + one.left_out, 0),
				totals: group.flatMap(({ currency, amount, count }) =>
					currency === null || amount === null ? [] : [{ currency, amount, count }],
				),
			},
		]),
	);
}

/** Of the row that needs most: every waiting row of a batch is decided together. */
async function readApproval({ database }: Context, id: string): Promise<Batch["approval"]> {
	const rows = await database
		.selectFrom("payment")
		.selectAll()
		.where("batch_id", "=", id)
		.where("state", "=", "awaiting_approval")
		.orderBy("amount", "desc")
		.limit(1)
		.execute();
	const [row] = rows;
	if (!row) return null;
	const [approvers, needed] = await Promise.all([readApproversOf(database, rows), readNeeded(database, rows)]);
	const { ids } = approvers(row);
	const people = await database
		.selectFrom("member")
		.select(["id", "name"])
		.where("id", "in", ["", ...ids])
		.execute();
	return { given: people, needed: Math.max(needed(row), people.length + 1) };
}

/** Less everything that waits or is on its way; a draft waits for nothing yet. */
async function readOutlook(
	{ database, config }: Context,
	totals: Batch["totals"],
	state: Batch["state"],
): Promise<Batch["outlook"]> {
	const found = totals.map(async ({ currency, amount }) => {
		const reading = await database
			.selectFrom("balance_reading")
			.select("balance")
			.where("environment", "=", config.environment)
			.where("currency", "=", currency)
			.orderBy("fetched_at", "desc")
			.limit(1)
			.executeTakeFirst();
		if (!reading) return [];
		const { waiting } = await database
			.selectFrom("payment")
			.select(sql<string>`coalesce(sum(amount), 0)::numeric(20, 2)`.as("waiting"))
			.where("kind", "=", "payout")
			.where("environment", "=", config.environment)
			.where("currency", "=", currency)
			.where("state", "in", UNANSWERED_STATES)
			.executeTakeFirstOrThrow();
		const own = state === "draft" ? minorOf(amount) : 0n;
		const rest = minorOf(reading.balance) - minorOf(waiting) - own;
		return [{ currency, balance: reading.balance, rest: toDecimal(rest) }];
	});
	return (await Promise.all(found)).flat();
}
