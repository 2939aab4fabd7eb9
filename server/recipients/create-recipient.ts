import { hash } from "node:crypto";
import { ulid } from "ulid";
import { type Recipient, type RecipientRequest, recipientRequestSchema } from "#lib/contracts/recipient.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput, requireKey } from "#server/parse-input.ts";
import { readRecipient } from "#server/recipients/read-recipient.ts";
import { countryOf, requireFreeNumber, requireOperator } from "#server/recipients/recipient-facts.ts";
import { changeBook, recordRecipient } from "#server/recipients/recipient-row.ts";

/**
 * Adds a recipient to the book. The same key and body return the same recipient. Throws forbidden, invalid_input, conflict (`number:
 * number_taken`), idempotency_key_missing, idempotency_key_reused.
 */
export async function createRecipient(
	context: Context,
	input: RecipientRequest,
	idempotencyKey: string | null,
): Promise<Recipient> {
	const body = parseInput(recipientRequestSchema, input);
	const key = requireKey(idempotencyKey);
	const digest = hash("sha256", JSON.stringify(body));
	const member = context.member.id;
	const id = await changeBook(context, async (trx) => {
		const known = await trx
			.selectFrom("recipient")
			.select(["id", "request_digest"])
			.where("created_by", "=", member)
			.where("idempotency_key", "=", key)
			.executeTakeFirst();
		if (known && known.request_digest !== digest)
			throw new AppError("idempotency_key_reused", "the key was used with another body");
		if (known) return known.id;
		const { name, number, operator = null } = body;
		const country = countryOf(number, body.country);
		await requireOperator(trx, operator, country);
		await requireFreeNumber(trx, number);
		const at = context.clock.now();
		const row = {
			...{ id: ulid(at.getTime()), name, number, operator, country, groups: [...new Set(body.groups)] },
			...{ purpose: body.purpose || null, reference: body.reference || null, note: body.note || null },
			...{ idempotency_key: key, request_digest: digest, created_at: at, created_by: member },
		};
		await trx.insertInto("recipient").values(row).execute();
		await recordRecipient(context, trx, {
			...{ action: "recipient.added", id: row.id, details: { number: maskNumber(number) } },
		});
		return row.id;
	});
	return readRecipient(context, id);
}
