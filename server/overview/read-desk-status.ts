/** What the frame of every page says about the house itself. For every member. */
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { readWalletWait } from "#server/continuity/read-wallet-witness.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { readDoubt } from "#server/payments/stop/database-doubt.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import { readWorkerSigns } from "#server/store/worker-signs.ts";

/** `approvalsWaiting` counts what waits for this member's own decision: never their own requests, nor what they have approved; 0 for who decides nothing. */
export async function readDeskStatus(context: Context): Promise<DeskStatus> {
	const [worker, stopped, doubt, walletWait, waiting] = await Promise.all([
		readWorkerSigns(context.database, context.clock.now()),
		readSendingStop(context),
		readDoubt(context.database),
		readWalletWait(context),
		countApprovals(context),
	]);
	return {
		worker: { alive: worker.alive, awaySince: worker.alive ? null : (worker.lastSeenAt?.toISOString() ?? null) },
		sendingStoppedAt: stopped,
		databaseDoubt: doubt && { kind: doubt.kind, at: doubt.at },
		walletWait,
		sandbox: context.config.isSandbox,
		approvalsWaiting: waiting,
	};
}

async function readSendingStop(context: Context): Promise<string | null> {
	const row = await context.database
		.selectFrom("setting")
		.modifyFront(PREPARED)
		.select(["value", "changed_at"])
		.where("name", "=", "sending_stopped")
		.executeTakeFirst();
	if (!row) return null;
	// The row is the stop; a time that cannot be read does not lift it.
	const at = "at" in row.value && typeof row.value.at === "string" ? new Date(row.value.at) : row.changed_at;
	return (Number.isNaN(at.getTime()) ? row.changed_at : at).toISOString();
}

async function countApprovals(context: Context): Promise<number> {
	if (!may(context.member.role, "payout.decide")) return 0;
	const row = await context.database
		.selectFrom("payment")
		.modifyFront(PREPARED)
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.where("environment", "=", context.config.environment)
		.where(waitsForDecisionOf(context.member.id))
		.executeTakeFirst();
	return Number(row?.count ?? 0);
}
