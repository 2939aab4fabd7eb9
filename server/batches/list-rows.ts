import { type SqlBool, sql } from "kysely";
import type { RowView } from "#lib/batches/batch-states.ts";
import {
	type BatchRow,
	type BatchRowList,
	type RowFilter,
	type RowQuery,
	rowQuerySchema,
} from "#lib/contracts/batch.ts";
import { serviceFault } from "#lib/contracts/service-fault.ts";
import { isCause } from "#lib/failure-causes.ts";
import { IN_DOUBT_STATES, NOT_TAKEN_STATES, type PaymentState } from "#lib/payment-state.ts";
import { failedReason } from "#lib/payments/failure-reasons.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { listed } from "#server/store/sql-fragments.ts";

/** Lists the rows in the order of the file; an unknown batch has no rows. */
export async function listRows(context: Context, input: Partial<RowQuery> & { id: string }): Promise<BatchRowList> {
	requirePermission(context, "payment.read");
	const { id, ...query } = input;
	const { state, cursor = 0, offset = 0, limit } = parseInput(rowQuerySchema, query);
	const [rows, { total }] = await Promise.all([
		selectRows(context, id, state)
			.where("batch_row.n", ">", cursor)
			.offset(offset)
			.limit(limit + 1)
			.execute(),
		selectRows(context, id, state)
			.clearSelect()
			.clearOrderBy()
			.select(sql<number>`count(*)::integer`.as("total"))
			.executeTakeFirstOrThrow(),
	]);
	const items = rows.slice(0, limit).map(toBatchRow);
	return { items, nextCursor: rows.length > limit ? (items.at(-1)?.n ?? null) : null, total };
}

const STATE = sql<
	RowView | PaymentState
>`coalesce(payment.state, case when batch_row.left_out is not null then 'left_out'
	when batch_row.faults <> '[]' then 'faulty' else 'ready' end)`;

/** The cause of a payout that was not taken or not sent, from the event that ended it. */
const FAULT = sql<{
	cause: string | null;
	words: string | null;
} | null>`case when payment.state in (${listed(NOT_TAKEN_STATES)}) then (
	select jsonb_build_object('cause', event.details ->> 'cause', 'words', event.details ->> 'words')
	from payment_event as event where event.payment_id = payment.id and event.state = payment.state order by event.id limit 1
) end`;

export function selectRows({ database, config }: Context, id: string, filter?: RowFilter) {
	return database
		.selectFrom("batch_row")
		.innerJoin("batch", "batch.id", "batch_row.batch_id")
		.leftJoin("payment", (join) =>
			join
				.onRef("payment.batch_id", "=", "batch_row.batch_id")
				.onRef("payment.batch_row", "=", "batch_row.n")
				.on("payment.batch_id", "=", id),
		)
		.selectAll("batch_row")
		.select([STATE.as("state"), "payment.id as payment_id", "payment.reference"])
		.select([FAULT.as("fault"), "payment.failure_reason", "payment.service_status"])
		.where("batch_row.batch_id", "=", id)
		.where("batch.environment", "=", config.environment)
		.$if(filter !== undefined, (of) => of.where(fits(filter ?? "ready")))
		.orderBy("batch_row.n");
}

function fits(filter: RowFilter) {
	if (filter === "warned")
		return sql<SqlBool>`batch_row.warnings <> '[]' and coalesce(payment.state, 'awaiting_approval') = 'awaiting_approval'`;
	if (filter === "in_doubt") return sql<SqlBool>`payment.state in (${listed(IN_DOUBT_STATES)})`;
	return sql<SqlBool>`${STATE} = ${filter}`;
}

export type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

export function toBatchRow(row: SelectedRow): BatchRow {
	const { facts } = row;
	return {
		n: row.n,
		destination: facts?.number ?? row.destination,
		amount: facts?.amount ?? row.amount,
		currency: facts?.currency ?? row.currency,
		operator: facts?.operator ?? row.operator,
		operatorName: facts?.operatorName ?? row.operator,
		country: facts?.country ?? row.country,
		typedOperator: row.operator,
		typedCountry: row.country,
		name: row.name,
		purpose: row.purpose,
		state: row.state,
		paymentId: row.payment_id,
		reference: row.reference,
		failureReason: failedReason({ ...row, failureReason: row.failure_reason, serviceStatus: row.service_status }),
		fault: row.fault && serviceFault(isCause(row.fault.cause) ? row.fault.cause : null, row.fault.words),
		faults: row.faults,
		warnings: row.warnings,
		version: row.version,
		leftOut: row.left_out,
		duplicateReason: row.duplicate_reason,
	};
}
