import { sql } from "kysely";
import type { ListViews, SavedView } from "#lib/contracts/view.ts";
import { chosenColumns, type ListName, USUAL_LAYOUT } from "#lib/lists/list-columns.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";

/** Reads the member's layout of the list, their saved views, and the views that others share. */
export async function listViews(context: Context, { list }: { list: ListName }): Promise<ListViews> {
	requirePermission(context, "payment.read");
	const [layout, views] = await Promise.all([readLayout(context, list), readViews(context, list)]);
	// A column that this version does not know is left out.
	return { layout: { ...USUAL_LAYOUT, ...layout, columns: chosenColumns(list, layout?.columns) }, views };
}

function readLayout({ database, member }: Context, list: ListName) {
	return database
		.selectFrom("list_layout")
		.select(["columns", "density", "rows"])
		.where("member_id", "=", member.id)
		.where("list", "=", list)
		.executeTakeFirst();
}

async function readViews({ database, member }: Context, list: ListName): Promise<SavedView[]> {
	const rows = await database
		.selectFrom("list_view as view")
		.innerJoin("member as owner", "owner.id", "view.member_id")
		.select(["view.id", "view.name", "query", "columns", "density", "rows", "shared", "owner.name as by", "member_id"])
		.where("list", "=", list)
		.where((of) => of.or([of("member_id", "=", member.id), of("shared", "=", true)]))
		.orderBy((of) => of("member_id", "=", member.id), "desc")
		.orderBy(sql`lower(view.name)`)
		.orderBy("view.id")
		.execute();
	return rows.map(({ member_id, by, columns, ...view }) => {
		const isOwn = member_id === member.id;
		return {
			...view,
			columns: chosenColumns(list, columns),
			by: isOwn ? null : by,
			mayRemove: isOwn || member.role === "admin",
		};
	});
}
