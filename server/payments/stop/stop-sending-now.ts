import { type SendingDecision, sendingDecisionSchema } from "#lib/contracts/configuration.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { lockWaiting, voidChanges } from "#server/guarded-changes/record-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { RESUMPTION } from "#server/payments/stop/resume-sending.ts";

/**
 * One person stops all sending at once: no permit is given after this commit. A waiting request to resume is void, since it is
 * older. Throws forbidden, invalid_input.
 */
export async function stopSendingNow(
	context: Context,
	input: Pick<SendingDecision, "reason">,
): Promise<{ stopped: true }> {
	const { reason } = parseInput(sendingDecisionSchema, { decision: "stop", ...input });
	const at = context.clock.now();
	await withPermission(context, "sending.stop", async (trx) => {
		await lockWaiting(trx, RESUMPTION);
		await stopSending(trx, at, { memberId: context.member.id, reason });
		// guard: stop-voids-a-resumption
		await voidChanges(trx, at, RESUMPTION);
	});
	return { stopped: true };
}
