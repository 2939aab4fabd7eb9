import { type SqlBool, sql } from "kysely";
import { type BatchList, type BatchQuery, batchQuerySchema } from "#lib/contracts/batch.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { describeBatches, selectBatches } from "#server/batches/describe-batches.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";

/** Lists the newest batches first. `cursor`: the last id of the previous page; an unknown one gives the first page. Throws forbidden. */
export async function listBatches(context: Context, input: Partial<BatchQuery>): Promise<BatchList> {
	requirePermission(context, "payment.read");
	const { cursor, limit, waiting } = parseInput(batchQuerySchema, input);
	const rows = await selectBatches(context)
		.$if(cursor !== undefined, (query) =>
			query.where(sql<SqlBool>`(batch.created_at, batch.id) <
				(select coalesce(min(created_at), 'infinity'), min(id) from batch where id = ${cursor})`),
		)
		.$if(waiting !== undefined, (query) =>
			query.where((of) =>
				of.exists(
					of
						.selectFrom("payment")
						.select("payment.id")
						.whereRef("payment.batch_id", "=", "batch.id")
						.where("payment.state", "=", "awaiting_approval"),
				),
			),
		)
		.orderBy("batch.created_at", "desc")
		.orderBy("batch.id", "desc")
		.limit(limit + 1)
		.execute();
	const items = await describeBatches(context, rows.slice(0, limit));
	return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
