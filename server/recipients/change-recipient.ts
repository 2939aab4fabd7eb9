import { sql } from "kysely";
import { type Recipient, type RecipientChange, recipientChangeSchema } from "#lib/contracts/recipient.ts";
import type { Context } from "#server/context.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { readRecipient } from "#server/recipients/read-recipient.ts";
import { countryOf, requireFreeNumber, requireOperator } from "#server/recipients/recipient-facts.ts";
import { changeBook, lockRecipient, recordRecipient } from "#server/recipients/recipient-row.ts";

/**
 * Replaces the given fields only. A changed number counts as a new number for 30 days. `archived: false` returns the recipient to the
 * book. Throws forbidden, not_found, invalid_input, stale_version, conflict (`number: number_taken`).
 */
export async function changeRecipient(context: Context, input: RecipientChange & { id: string }): Promise<Recipient> {
	const { id, ...body } = input;
	const { version, archived, country: asked, ...change } = parseInput(recipientChangeSchema, body);
	await changeBook(context, async (trx) => {
		const row = await lockRecipient(trx, { id, version });
		const number = change.number ?? row.number;
		const country = countryOf(number, asked);
		// A number of another country has another operator, so the old operator is dropped.
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
				...(change.groups === undefined ? {} : { groups: [...new Set(change.groups)] }),
				...Object.fromEntries(texts.map((field) => [field, change[field] || null])),
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
