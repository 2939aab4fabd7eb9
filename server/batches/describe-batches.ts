import { type SqlBool, sql } from "kysely";
import { batchState, type StateCounts } from "#lib/batches/batch-states.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { readProjectedBalances } from "#server/batches/read-projected-balances.ts";
import type { Context } from "#server/context.ts";
import { STOPPED_BY_FAILURES } from "#server/payment-records/payment-settings.ts";
import { NEEDED, readApproversOf } from "#server/payments/rules/read-approvals.ts";

/** Prefix of the idempotency key of the draft that replaces a sent-back batch; a client's key cannot contain a colon. */
export const SENT_BACK_KEY = "sent-back:";

export function selectBatches({ database, config }: Context) {
	return database
		.selectFrom("batch")
		.innerJoin("member as maker", "maker.id", "batch.maker_id")
		.leftJoin("member as pauser", (join) =>
			join.onRef("pauser.id", "=", "batch.paused_by").on(STOPPED_BY_FAILURES, "=", sql.lit(false)),
		)
		.leftJoin("batch as correction", (join) =>
			join
				.onRef("correction.maker_id", "=", "batch.maker_id")
				.on("correction.idempotency_key", "=", sql`${sql.lit(SENT_BACK_KEY)} || batch.id`)
				.on("correction.sent_back_reason", "is not", null),
		)
		.leftJoin("member as returner", (join) =>
			join.on("returner.id", "=", sql`coalesce(correction.sent_back_by, batch.sent_back_by)`),
		)
		.selectAll("batch")
		.select(["maker.name as maker_name", "returner.name as returner_name"])
		.select(["pauser.id as pauser_id", "pauser.name as pauser_name"])
		.select(["correction.id as correction_id", "correction.sent_back_reason as correction_reason"])
		.select(sql<boolean>`is_batch_paused(batch)`.as("is_paused"))
		.where("batch.environment", "=", config.environment);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBatches>["execute"]>>[number];

export async function describeBatches(context: Context, rows: readonly Row[]): Promise<Batch[]> {
	const ids = rows.map(({ id }) => id);
	const [drafts, states, approvals, paces] = await Promise.all([
		countRows(context, ids),
		countStates(context, ids),
		readApprovals(context, ids),
		readPaces(context, ids),
	]);
	const batches = rows.map((row) => describeOne(row, { drafts, states, approvals, paces }));
	const projected = await readProjectedBalances(context, batches);
	return batches.map((batch) => ({ ...batch, outlook: projected.get(batch.id) ?? [] }));
}

type Approval = NonNullable<Batch["approval"]>;

interface Counted {
	drafts: ReadonlyMap<string, RowCounts>;
	states: ReadonlyMap<string, StateSum[]>;
	approvals: ReadonlyMap<string, Omit<Approval, "totals">>;
	/** Seconds per row, from the rows that left in the last two minutes. */
	paces: ReadonlyMap<string, number>;
}

function describeOne(row: Row, { drafts, states, approvals, paces }: Counted): Omit<Batch, "outlook"> {
	const own = states.get(row.id) ?? [];
	const counts: StateCounts = {};
	for (const { state, count } of own) counts[state] = (counts[state] ?? 0) + count;
	const draft = drafts.get(row.id) ?? { rows: 0, faulty: 0, left_out: 0, repeated: [], warned: 0, totals: [] };
	const isRequested = row.requested_at !== null;
	const pace = paces.get(row.id);
	const approval = approvals.get(row.id);
	const reason = row.correction_reason ?? (isRequested ? null : row.sent_back_reason);
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
		repeatedCount: isRequested ? 0 : draft.repeated.length,
		repeatedRows: isRequested ? [] : draft.repeated.slice(0, MOST_NAMED),
		warnedCount: isRequested && !approval ? 0 : draft.warned,
		secondsLeft: state === "sending" && pace !== undefined ? Math.round(pace * (counts.approved ?? 0)) : null,
		totals: isRequested ? sums(own) : draft.totals,
		counts,
		paused:
			state === "paused"
				? { by: row.pauser_name, memberId: row.pauser_id, at: row.paused_at?.toISOString() ?? null }
				: null,
		approval: approval ? { ...approval, totals: sums(own.filter((one) => one.state === "awaiting_approval")) } : null,
		basedOn: row.based_on,
		sentBack: reason === null ? null : { by: row.returner_name ?? "", reason, draft: row.correction_id },
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
	repeated: number[];
	warned: number;
	totals: Batch["totals"];
}

const MOST_NAMED = 5;

const CURRENCY = sql<string | null>`case when faults = '[]' then facts ->> 'currency' end`;

async function countRows({ database }: Context, ids: readonly string[]): Promise<Map<string, RowCounts>> {
	const rows = await database
		.selectFrom("batch_row")
		.select("batch_id")
		.select([
			CURRENCY.as("currency"),
			sql<string | null>`sum((facts ->> 'amount')::numeric(20, 2))`.as("amount"),
			sql<number>`count(*)::integer`.as("count"),
			sql<number>`(count(*) filter (where left_out is not null))::integer`.as("left_out"),
			sql<number[]>`coalesce(array_agg(n order by n) filter (where ${REPEATED}), '{}')`.as("repeated"),
			sql<number>`(count(*) filter (where warnings <> '[]'))::integer`.as("warned"),
			sql<number>`(count(*) filter (where faults <> '[]'))::integer`.as("faulty"),
		])
		.where(sql<SqlBool>`batch_id = any(${ids})`)
		.groupBy(["batch_id", CURRENCY])
		.orderBy("currency")
		.execute();
	return new Map(
		[...Map.groupBy(rows, ({ batch_id }) => batch_id)].map(([id, group]) => [
			id,
			{
				rows: group.reduce((sum, { count }) => sum + count, 0),
				faulty: group.reduce((sum, { faulty }) => sum + faulty, 0),
				left_out: group.reduce((sum, one) => sum + one.left_out, 0),
				repeated: group.flatMap(({ repeated }) => repeated),
				warned: group.reduce((sum, one) => sum + one.warned, 0),
				totals: group.flatMap(({ currency, amount, count }) =>
					currency === null || amount === null ? [] : [{ currency, amount, count }],
				),
			},
		]),
	);
}

const PACE_MS = 120_000;

async function readPaces({ database, clock }: Context, ids: readonly string[]): Promise<Map<string, number>> {
	const now = clock.now().getTime();
	const rows = await database
		.selectFrom("payment")
		.select(["batch_id", (of) => of.fn.min("sent_at").as("first"), sql<number>`count(*)::integer`.as("count")])
		.where(sql<SqlBool>`batch_id = any(${ids})`)
		.where("sent_at", ">", new Date(now - PACE_MS))
		.groupBy("batch_id")
		.execute();
	return new Map(
		rows.map(({ batch_id, first, count }) => [batch_id ?? "", (now - (first?.getTime() ?? now)) / 1_000 / count]),
	);
}

/** Reads, for each batch, the approvals of the waiting row that needs the most approvers: all waiting rows are decided together. */
async function readApprovals({ database }: Context, ids: readonly string[]): Promise<Counted["approvals"]> {
	const rows = await database
		.selectFrom("payment")
		.selectAll()
		.select(NEEDED.as("needed"))
		.distinctOn("batch_id")
		.where(sql<SqlBool>`batch_id = any(${ids})`)
		.where("state", "=", "awaiting_approval")
		.orderBy("batch_id")
		.orderBy("needed", "desc")
		.orderBy("amount", "desc")
		.execute();
	const approvers = await readApproversOf(database, rows);
	return new Map(
		rows.map((row) => {
			const { given } = approvers(row);
			const people = given.map(({ id, name }) => ({ id, name }));
			return [row.batch_id ?? "", { given: people, needed: Math.max(row.needed, given.length + 1) }];
		}),
	);
}

/** Reads who approved any approved row: a row that came back to approval alone may have other approvers than the rest. */
export async function readApprovers({ database }: Context, id: string): Promise<NonNullable<Batch["approvedBy"]>> {
	const { rows } = await sql<{ id: string; name: string; at: Date }>`
		select member.id, member.name, min(decision.at) as at
		from payment cross join lateral (select * from decision
				where payment_id = payment.id and verdict = 'approve' and voided_at is null offset 0) as decision
			join member on member.id = decision.member_id
		where batch_id = ${id} and approver_id is not null
		group by member.id order by min(decision.id)`.execute(database);
	return rows.map(({ id: member, name, at }) => ({ id: member, name, at: at.toISOString() }));
}

export const REPEATED = sql<boolean>`(faults @> '[{"code": "repeated_row"}]' or faults @> '[{"code": "duplicate_suspected"}]')`;
