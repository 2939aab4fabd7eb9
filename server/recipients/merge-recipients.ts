import { sql } from "kysely";
import { MOST_GROUPS, type Recipient, type RecipientMerge, recipientMergeSchema } from "#lib/contracts/recipient.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readRecipient } from "#server/recipients/read-recipient.ts";
import { changeBook, lockRecipient, recordRecipient } from "#server/recipients/recipient-row.ts";

/** A number that replaced another counts as new for this time. */
const NEW_FOR_MS = 30 * 24 * 3_600_000;

/**
 * Merges duplicates into a recipient, which keeps its own fields and takes only missing texts from them, and their groups as far as there
 * is room; the duplicates are archived. The number of a recipient younger than 30 days counts as changed if it replaces an older one's.
 * Throws forbidden, not_found, invalid_input (`doubles: own`), stale_version, conflict (archived).
 */
export async function mergeRecipients(context: Context, input: RecipientMerge & { id: string }): Promise<Recipient> {
	const { id, ...body } = input;
	const { version, doubles } = parseInput(recipientMergeSchema, body);
	if (doubles.includes(id)) throw new AppError("invalid_input", "no double of itself", { fields: { doubles: "own" } });
	await changeBook(context, async (trx) => {
		const kept = await lockRecipient(trx, { id, version });
		// The duplicates leave the book: merged into an archived recipient, none of them would remain in it.
		if (kept.archived_at !== null) throw new AppError("conflict", "the recipient is not in the book");
		const others: (typeof kept)[] = [];
		for (const double of doubles) others.push(await lockRecipient(trx, { id: double }));
		const first = (field: "purpose" | "reference" | "note") =>
			[kept, ...others].map((one) => one[field]).find((text) => text !== null) ?? null;
		const isYoung = context.clock.now().getTime() - kept.created_at.getTime() < NEW_FOR_MS;
		const older = others.find(({ created_at: at, number }) => at < kept.created_at && number !== kept.number);
		await trx
			.updateTable("recipient")
			.set({
				...(isYoung && older ? { earlier_number: older.number, number_changed_at: sql<Date>`now()` } : {}),
				...{ purpose: first("purpose"), reference: first("reference"), note: first("note") },
				groups: [...new Set([kept, ...others].flatMap(({ groups }) => groups))].slice(0, MOST_GROUPS),
				version: sql<number>`version + 1`,
			})
			.where("id", "=", id)
			.execute();
		const archived = { archived_at: context.clock.now(), merged_into: id, version: sql<number>`version + 1` };
		await trx.updateTable("recipient").set(archived).where("id", "in", doubles).execute();
		const details = { doubles: doubles.join(", ") };
		await recordRecipient(context, trx, { action: "recipient.merged", id, details });
	});
	return readRecipient(context, id);
}
