import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { type SendingDecision, sendingDecisionSchema } from "#lib/contracts/configuration.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { wakeApproved } from "#server/payment-records/send-job.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { selectSetting } from "#server/store/settings.ts";

export const RESUMPTION = { kind: "sending_resumed", subject: "sending" } as const;

export const sendingResumption: GuardedChange<{ stopped: false }> = {
	kind: RESUMPTION.kind,
	schema: z.object({ stopped: z.literal(false) }),
	async read(trx) {
		return { stopped: (await selectSetting(trx, SENDING_STOPPED)) !== undefined };
	},
	async write(trx, { note }, { at, by, confirmedBy }, system) {
		await awaitAuditTurn(trx);
		await trx.deleteFrom("setting").where("name", "=", SENDING_STOPPED).execute();
		await recordAudit(trx, {
			...{ at, memberId: by, action: "setting.sending_resumed" },
			...{ subjectKind: "setting", subjectId: SENDING_STOPPED },
			details: { ...(note ? { reason: note } : {}), ...(confirmedBy ? { confirmedBy } : {}) },
		});
		await publishUpdate(trx, { topic: "status", id: null });
		await wakeApproved(trx, system.config);
	},
};

/**
 * An admin asks to resume sending, even after refused keys; a second admin must confirm. Undefined when sending is not stopped. Throws
 * forbidden, invalid_input, change_waits, step_up_needed.
 */
export async function resumeSending(
	context: Context,
	input: Pick<SendingDecision, "reason">,
): Promise<Asked | undefined> {
	requirePermission(context, "settings.manage");
	const { reason } = parseInput(sendingDecisionSchema, { decision: "resume", ...input });
	await context.presence.requireFresh(context.database, "settings");
	return proposeChange(context, sendingResumption, () => ({
		subject: RESUMPTION.subject,
		after: { stopped: false },
		note: reason,
	}));
}
