import type { Recipient } from "#lib/contracts/recipient.ts";
import { isId } from "#lib/paths.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { selectRecipients, toRecipient } from "#server/recipients/recipient-row.ts";

/** Reads one recipient of the book. Throws forbidden, not_found. */
export async function readRecipient(context: Context, id: string): Promise<Recipient> {
	requirePermission(context, "recipient.read");
	const { database, config } = context;
	const query = selectRecipients(database, config.environment).where("recipient.id", "=", id);
	// PostgreSQL rejects NUL, so an id that cannot be ours is never queried.
	const row = isId(id) ? await query.executeTakeFirst() : undefined;
	if (!row) throw new AppError("not_found", "no recipient with this id");
	return toRecipient(row);
}
