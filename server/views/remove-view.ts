import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** Removes the member's own view; an admin may also remove a shared view. Throws forbidden, not_found. */
export async function removeView(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "payment.read", async (trx, { role }) => {
		const { numDeletedRows } = await trx
			.deleteFrom("list_view")
			.where("id", "=", id)
			.where((of) => {
				const own = of("member_id", "=", context.member.id);
				return role === "admin" ? of.or([own, of("shared", "=", true)]) : own;
			})
			.executeTakeFirst();
		if (numDeletedRows === 0n) throw new AppError("not_found", "no such view, or somebody else's");
	});
}
