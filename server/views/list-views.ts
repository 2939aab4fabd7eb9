import type { ListViews } from "#lib/contracts/view.ts";
import { chosenColumns, type ListName } from "#lib/lists/list-columns.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";

/** How this member sees the list. */
export async function listViews(context: Context, { list }: { list: ListName }): Promise<ListViews> {
	requirePermission(context, "payment.read");
	const layout = await context.database
		.selectFrom("list_layout")
		.select(["columns", "density"])
		.where("member_id", "=", context.member.id)
		.where("list", "=", list)
		.executeTakeFirst();
	// A column that this version does not know is left out.
	return { layout: { columns: chosenColumns(list, layout?.columns), density: layout?.density ?? "normal" } };
}
