import { sql } from "kysely";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { lockRecipient, recordRecipient } from "#server/recipients/recipient-row.ts";

/** Takes the recipient out of the book; payments keep the name with which they were requested. Throws forbidden, not_found. */
export async function archiveRecipient(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "recipient.manage", async (trx) => {
		const row = await lockRecipient(trx, { id });
		if (row.archived_at !== null) return;
		const set = { archived_at: context.clock.now(), version: sql<number>`version + 1` };
		await trx.updateTable("recipient").set(set).where("id", "=", id).execute();
		await recordRecipient(context, trx, { action: "recipient.archived", id });
	});
}
