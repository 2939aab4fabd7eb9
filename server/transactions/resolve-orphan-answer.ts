import {
	type OrphanResolution,
	type OrphanResolutionRequest,
	orphanResolutionSchema,
} from "#lib/contracts/orphan-answer.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { importReferences } from "#server/transactions/import-references.ts";

/**
 * Closes an orphan answer: attaches its reference to an unknown payment (the service confirms it, as any attached reference), imports
 * it, or dismisses the answer with a reason. Throws forbidden, not_found, conflict (already closed), invalid_input
 * (`fields.reference`: `needed` if the answer has none), and what attaching throws.
 */
export async function resolveOrphanAnswer(
	context: Context,
	input: { id: string; request: OrphanResolutionRequest },
): Promise<void> {
	requirePermission(context, "settings.manage");
	const id = input.id;
	const request = parseInput(orphanResolutionSchema, input.request);
	const answer = await readOpen(context, id);
	if (request.action === "dismiss") return close(context, answer, "dismissed", request.reason);
	if (answer.reference === null) {
		throw new AppError("invalid_input", "the answer has no reference", { fields: { reference: "needed" } });
	}
	// If closing fails after one of these actions, repeating the action is harmless: its result stays, and the answer is closed.
	if (request.action === "import") {
		await importReferences(context, { references: [answer.reference] });
		return close(context, answer, "imported", null);
	}
	const { kind, paymentId, version } = request;
	await attachReference(context, { kind, id: paymentId, reference: answer.reference, version });
	return close(context, answer, "attached", paymentId);
}

interface OpenAnswer {
	id: string;
	paymentId: string;
	reference: string | null;
}

async function readOpen({ database, config }: Context, id: string): Promise<OpenAnswer> {
	const row = await database
		.selectFrom("orphan_answer")
		.select(["payment_id", "reference", "hint_reference", "resolved_at"])
		.where("attempt_id", "=", id)
		.where("environment", "=", config.environment)
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no answer with this id"));
	if (row.resolved_at !== null) throw new AppError("conflict", "this answer was already decided");
	return { id, paymentId: row.payment_id, reference: row.reference ?? row.hint_reference };
}

async function close(
	context: Context,
	{ id, paymentId, reference }: OpenAnswer,
	resolution: OrphanResolution,
	reason: string | null,
): Promise<void> {
	const { clock, member } = context;
	const at = clock.now();
	await withPermission(context, "settings.manage", async (trx) => {
		await trx
			.updateTable("orphan_answer")
			.set({ resolved_at: at, resolved_by: member.id, resolution, reason })
			.where("attempt_id", "=", id)
			.where("resolved_at", "is", null)
			.returning("attempt_id")
			.executeTakeFirstOrThrow(() => new AppError("conflict", "this answer was already decided"));
		await recordAudit(trx, {
			at,
			memberId: member.id,
			action: `transaction.answer_${resolution}`,
			subjectKind: "transaction",
			subjectId: reference,
			details: { payment: paymentId, attempt: id, ...(reference ? { reference } : {}), ...(reason ? { reason } : {}) },
		});
		await publishUpdate(trx, { topic: "imports", id: null });
	});
}
