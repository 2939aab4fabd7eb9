import type { LayoutChange } from "#lib/contracts/view.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";

/** Keeps columns, density and page size of a list for this member. Not audited, because it affects nobody else. Throws forbidden. */
export async function keepLayout(context: Context, { list, columns, density, rows }: LayoutChange): Promise<void> {
	requirePermission(context, "payment.read");
	const chosen = { columns: columns && [...columns], density, rows };
	await context.database.transaction().execute(async (trx) => {
		await recheckPermission(context, trx, "payment.read");
		await trx
			.insertInto("list_layout")
			.values({ member_id: context.member.id, list, ...chosen })
			.onConflict((conflict) => conflict.columns(["member_id", "list"]).doUpdateSet(chosen))
			.execute();
	});
}
