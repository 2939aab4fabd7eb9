import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { lockRecipient } from "#server/recipients/recipient-row.ts";
import { recordRecipient } from "#server/recipients/record-recipient.ts";

/**
 * Deletes what the book knows of a person, for ever. Payments keep their own facts, the name at the request among them
 * (docs/security.md). Throws forbidden, not_found.
 */
export async function eraseRecipient(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "settings.manage", async (trx) => {
		await lockRecipient(trx, { id });
		// Those that were merged into this recipient are the same person.
		await trx
			.deleteFrom("recipient")
			.where((of) => of.or([of("id", "=", id), of("merged_into", "=", id)]))
			.execute();
		await recordRecipient(context, trx, { action: "recipient.erased", id });
	});
}
