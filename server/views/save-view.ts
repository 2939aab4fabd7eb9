import { sql } from "kysely";
import { ulid } from "ulid";
import { MOST_VIEWS, type ViewToSave } from "#lib/contracts/view.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/**
 * Stores filters, order and columns of a list under a name, for this member or for everybody; the member's own view of that name is
 * replaced. Not audited: a view shows nobody what they may not read. Throws forbidden, conflict (there are too many).
 */
export async function saveView(
	context: Context,
	{ list, name, columns, ...rest }: ViewToSave,
): Promise<{ id: string }> {
	const at = context.clock.now();
	const kept = { ...rest, name, columns: columns && [...columns], saved_at: at };
	return withPermission(context, "payment.read", async (trx) => {
		const saved = await trx
			.insertInto("list_view")
			.values({ id: ulid(at.getTime()), member_id: context.member.id, list, ...kept })
			.onConflict((conflict) => conflict.expression(sql`member_id, list, lower(name)`).doUpdateSet(kept))
			.returning("id")
			.executeTakeFirstOrThrow();
		const { count } = await trx
			.selectFrom("list_view")
			.select((of) => of.fn.countAll<string>().as("count"))
			.where("member_id", "=", context.member.id)
			.where("list", "=", list)
			.executeTakeFirstOrThrow();
		if (Number(count) > MOST_VIEWS)
			throw new AppError("conflict", "too many views", { fields: { name: "too_many_views" } });
		return saved;
	});
}
