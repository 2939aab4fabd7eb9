import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import { SENDING_STOPPED } from "#server/payments/stop/sending-stop.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";

/** An admin says go after the service refused our keys. What waited is sent now; nothing happens when sending was not stopped. */
export async function resumeSending(context: Context): Promise<{ resumed: boolean }> {
	demand(context, "settings.manage");
	const at = context.clock.now();
	return context.database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		const lifted = await trx
			.deleteFrom("setting")
			.where("name", "=", SENDING_STOPPED)
			.returning("name")
			.executeTakeFirst();
		if (!lifted) return { resumed: false };
		await recordAudit(trx, {
			at,
			memberId: context.member.id,
			action: "setting.sending_resumed",
			subjectKind: "setting",
			subjectId: SENDING_STOPPED,
		});
		await tellChange(trx, { topic: "status", id: null });
		const waiting = trx
			.selectFrom("payment")
			.select("id")
			.where("state", "=", "approved")
			.where("environment", "=", context.config.environment);
		for (const payment of await waiting.execute()) await addSendJob(trx, payment);
		return { resumed: true };
	});
}
