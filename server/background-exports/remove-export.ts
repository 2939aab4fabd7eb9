import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** Removes one of the member's own exports; a worker stops writing it. Throws forbidden, not_found. */
export async function removeExport(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "payment.read", async (trx) => {
		const { numDeletedRows } = await trx
			.deleteFrom("background_export")
			.where("id", "=", id)
			.where("member_id", "=", context.member.id)
			.executeTakeFirst();
		if (numDeletedRows === 0n) throw new AppError("not_found", "no such export, or somebody else's");
	});
}
