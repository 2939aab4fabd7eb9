import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The audit log keeps no name and no whole number: a recipient can be erased, an entry cannot. */
export async function recordRecipient(
	context: Context,
	trx: DatabaseTransaction,
	entry: { action: string; id: string | null; details?: Record<string, string> },
): Promise<void> {
	const { action, id, details = {} } = entry;
	const who = { at: context.clock.now(), memberId: context.member.id };
	await recordAudit(trx, { ...who, action, subjectKind: "recipient", subjectId: id, details });
	await publishChange(trx, { topic: "recipients", id });
}

/** Changes of the book come one after the other, so that no two recipients get one number. */
export async function takeBookTurn(trx: DatabaseTransaction): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended('recipients', 0))`.execute(trx);
}
