import { sql } from "kysely";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { lockRecipient, recordRecipient } from "#server/recipients/recipient-row.ts";

/**
 * Permanently deletes what the book knows about a person. Payments and rows of batches keep their own facts, including the name
 * (docs/security.md). Throws forbidden, not_found, too_new_to_decide.
 */
export async function eraseRecipient(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "settings.manage", async (trx) => {
		await lockRecipient(trx, { id });
		// Recipients merged into this one, directly or not, are the same person. Warnings of batch rows, also for older numbers, may name them.
		await sql`with recursive same (id) as (
				select ${id} union select recipient.id from recipient join same on recipient.merged_into = same.id
			), gone as (delete from recipient where id in (select id from same) returning name, number, earlier_number)
			update batch_row set warnings = (
				select coalesce(jsonb_agg(warning), '[]') from jsonb_array_elements(warnings) as warning
				where warning ->> 'code' not in ('left_book', 'other_name'))
			where facts ->> 'number' in (select number from gone union select earlier_number from gone)
				or exists (select from gone where warnings @> jsonb_build_array(jsonb_build_object('name', name)))`.execute(
			trx,
		);
		await recordRecipient(context, trx, { action: "recipient.erased", id });
	});
}
