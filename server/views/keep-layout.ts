import type { LayoutChange } from "#lib/contracts/view.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";

/** Stores columns, density and page size of a list for this member. Not audited, because it affects nobody else. Throws forbidden. */
export async function keepLayout(context: Context, { list, columns, density, rows }: LayoutChange): Promise<void> {
	const chosen = { columns: columns && [...columns], density, rows };
	await withPermission(context, "payment.read", async (trx) => {
		await trx
			.insertInto("list_layout")
			.values({ member_id: context.member.id, list, ...chosen })
			.onConflict((conflict) => conflict.columns(["member_id", "list"]).doUpdateSet(chosen))
			.execute();
	});
}
