import { type ImportRequest, type ImportResult, importRequestSchema } from "#lib/contracts/imported-transaction.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob } from "#server/store/job-queue.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

/**
 * Imports references of transactions that were started elsewhere, and queues their look-up. References of our own payments are
 * reported but not imported; a repeated reference is imported once, and again only if its look-ups ended without the transaction. Throws forbidden, invalid_input.
 */
export async function importReferences(context: Context, input: ImportRequest): Promise<ImportResult> {
	const references = [...new Set(parseInput(importRequestSchema, input).references)];
	return withPermission(context, "transaction.import", async (trx) => {
		const ours = await findOurs(context, trx, references);
		const own = new Set(ours.map(({ reference }) => reference));
		const foreign = references.filter((reference) => !own.has(reference));
		const added = foreign.length === 0 ? 0 : await insertNew(context, trx, foreign);
		const result = { added, already: foreign.length - added, ours };
		if (added > 0) await announce(context, trx, result);
		return result;
	});
}

async function findOurs(
	context: Context,
	trx: DatabaseTransaction,
	references: readonly string[],
): Promise<ImportResult["ours"]> {
	const rows = await trx
		.selectFrom("payment")
		.select(["reference", "id", "kind", "state"])
		.where("environment", "=", context.config.environment)
		.where("reference", "in", references)
		.orderBy("created_at")
		.execute();
	return rows.map(({ reference, ...payment }) => ({ reference: reference ?? "", payment }));
}

async function insertNew(context: Context, trx: DatabaseTransaction, references: readonly string[]): Promise<number> {
	const at = context.clock.now();
	const by = { environment: context.config.environment, imported_by: context.member.id, imported_at: at };
	const rows = references.map((reference, position) => ({
		...{ ...by, reference, position, state: "waiting" as const, next_check_at: at },
	}));
	const inserted = await trx
		.insertInto("imported_transaction")
		// The rows are sorted, since two imports that insert the same references in different orders could deadlock.
		.values(rows.toSorted((one, other) => (one.reference < other.reference ? -1 : 1)))
		.onConflict((conflict) =>
			conflict
				.columns(["environment", "reference"])
				.doUpdateSet((of) => ({
					...{ checks: 0, cause: null, last_checked_at: null, state: of.ref("excluded.state") },
					...{ next_check_at: of.ref("excluded.next_check_at"), position: of.ref("excluded.position") },
					...{ imported_by: of.ref("excluded.imported_by"), imported_at: of.ref("excluded.imported_at") },
				}))
				// The service may know the transaction by now.
				.where("imported_transaction.state", "in", ["not_found", "unreadable"])
				.where("imported_transaction.next_check_at", "is", null),
		)
		.returning("reference")
		.execute();
	return inserted.length;
}

async function announce(context: Context, trx: DatabaseTransaction, { added, already, ours }: ImportResult) {
	const details = { added: String(added), already: String(already), ours: String(ours.length) };
	const subject = { subjectKind: "transaction", subjectId: null } as const;
	const who = { at: context.clock.now(), memberId: context.member.id };
	await recordAudit(trx, { ...who, ...subject, action: "transaction.imported", details });
	await addJob(trx, "look_up_imports", {}, { key: "look_up_imports:asked", priority: 5 });
	await publishUpdate(trx, { topic: "imports", id: null });
}
