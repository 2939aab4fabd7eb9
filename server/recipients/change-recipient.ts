import { sql } from "kysely";
import { type Recipient, type RecipientChange, recipientChangeSchema } from "#lib/contracts/recipient.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { recheckPermission, withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { countryOf, distinct, orNull, requireFreeNumber, requireOperator } from "#server/recipients/recipient-facts.ts";
import { lockRecipient, readRecipient, recordRecipient, takeBookTurn } from "#server/recipients/recipient-row.ts";

/**
 * Given fields replace the old ones. Another number counts as a new destination for 30 days. `archived: false` brings the recipient
 * back. Throws forbidden, not_found, invalid_input, stale_version, conflict (`number: number_taken`).
 */
export async function changeRecipient(context: Context, input: RecipientChange & { id: string }): Promise<Recipient> {
	requirePermission(context, "recipient.manage");
	const { id, ...body } = input;
	const { version, archived, country: asked, ...change } = parseInput(recipientChangeSchema, body);
	await context.database.transaction().execute(async (trx) => {
		await takeBookTurn(trx);
		await recheckPermission(context, trx, "recipient.manage");
		const row = await lockRecipient(trx, { id, version });
		const number = change.number ?? row.number;
		const country = countryOf(number, asked);
		// Of another country's number the operator is another one, too.
		const operator = change.operator === undefined && country !== row.country ? null : change.operator;
		await requireOperator(trx, operator ?? null, country);
		const isBack = archived === false && row.archived_at !== null;
		if (row.archived_at === null || isBack) await requireFreeNumber(trx, number, id);
		const isMoved = number !== row.number;
		const texts = (["purpose", "reference", "note"] as const).filter((field) => change[field] !== undefined);
		await trx
			.updateTable("recipient")
			.set({
				...(change.name === undefined ? {} : { name: change.name }),
				...(operator === undefined ? {} : { operator }),
				...(change.groups === undefined ? {} : { groups: distinct(change.groups) }),
				...Object.fromEntries(texts.map((field) => [field, orNull(change[field])])),
				...(isMoved ? { number, country, earlier_number: row.number, number_changed_at: sql<Date>`now()` } : {}),
				...(isBack ? { archived_at: null, merged_into: null } : {}),
				version: sql<number>`version + 1`,
			})
			.where("id", "=", id)
			.execute();
		const details = {
			fields: Object.keys(change).join(", "),
			...(isMoved ? { number: `${maskNumber(row.number)} → ${maskNumber(number)}` } : {}),
		};
		await recordRecipient(context, trx, {
			...{ action: isBack ? "recipient.restored" : "recipient.changed", id, details },
		});
	});
	return readRecipient(context, id);
}

/** Takes the recipient out of the book; lists of payments keep the name that each payment was requested with. Throws forbidden, not_found. */
export async function archiveRecipient(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "recipient.manage", async (trx) => {
		const row = await lockRecipient(trx, { id });
		if (row.archived_at !== null) return;
		const set = { archived_at: context.clock.now(), version: sql<number>`version + 1` };
		await trx.updateTable("recipient").set(set).where("id", "=", id).execute();
		await recordRecipient(context, trx, { action: "recipient.archived", id });
	});
}

/**
 * Deletes what the book knows of a person, for ever. Payments keep their own facts, the name at the request among them
 * (docs/security.md). Throws forbidden, not_found.
 */
export async function eraseRecipient(context: Context, { id }: { id: string }): Promise<void> {
	await withPermission(context, "settings.manage", async (trx) => {
		await lockRecipient(trx, { id });
		// Those that were merged into this recipient, or into one of those, are the same person. Rows of batches name them, too.
		await sql`with recursive same (id) as (
				select ${id} union select recipient.id from recipient join same on recipient.merged_into = same.id
			), gone as (delete from recipient where id in (select id from same) returning number, earlier_number)
			update batch_row set warnings = (
				select coalesce(jsonb_agg(warning), '[]') from jsonb_array_elements(warnings) as warning
				where warning ->> 'code' not in ('left_book', 'other_name'))
			where facts ->> 'number' in (select number from gone union select earlier_number from gone)`.execute(trx);
		await recordRecipient(context, trx, { action: "recipient.erased", id });
	});
}
