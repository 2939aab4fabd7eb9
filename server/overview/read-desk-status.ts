import { sql } from "kysely";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { readWorkerHeartbeats } from "#server/store/worker-heartbeats.ts";

/**
 * Reads what the frame of every page shows. `approvalsWaiting` leaves out what the member requested, corrected or has approved; it is
 * 0 for members who may not approve.
 */
export async function readDeskStatus(context: Context): Promise<DeskStatus> {
	const [worker, stopped, mismatch, walletWaits, waiting] = await Promise.all([
		readWorkerHeartbeats(context.database),
		readSendingStop(context),
		describeMismatch(context.database),
		readWalletGaps(context),
		countApprovals(context),
	]);
	return {
		worker: { alive: worker.alive, awaySince: worker.alive ? null : (worker.lastSeenAt?.toISOString() ?? null) },
		...stopped,
		databaseMismatch: mismatch && { kind: mismatch.kind, at: mismatch.at, heals: mismatch.heals },
		walletWaits,
		sandbox: context.config.isSandbox,
		approvalsWaiting: waiting,
	};
}

async function readSendingStop(context: Context): Promise<Pick<DeskStatus, "sendingStoppedAt" | "sendingStoppedBy">> {
	const row = await context.database
		.selectFrom("setting")
		.leftJoin("member", "member.id", "setting.changed_by")
		.modifyFront(PREPARED)
		.select(["setting.value", "setting.changed_at", "member.name as member_name"])
		.where("setting.name", "=", SENDING_STOPPED)
		.executeTakeFirst();
	if (!row) return { sendingStoppedAt: null, sendingStoppedBy: null };
	const reason = "reason" in row.value ? String(row.value.reason) : "";
	const by = row.member_name === null ? null : { name: row.member_name, reason };
	return { sendingStoppedAt: row.changed_at.toISOString(), sendingStoppedBy: by };
}

async function countApprovals(context: Context): Promise<number> {
	if (!may(context.member.role, "payout.decide")) return 0;
	const row = await context.database
		.selectFrom("payment")
		.modifyFront(PREPARED)
		// A batch is one decision.
		.select(sql<string>`count(distinct coalesce(batch_id, id))`.as("count"))
		.where(waitsForDecisionOf(context.member.id))
		.executeTakeFirst();
	return Number(row?.count ?? 0);
}
