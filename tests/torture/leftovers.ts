/** Payouts that wait for an approver at the end, also those that wait only because a copy was put back. */
import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "#tests/torture/deployment.ts";
import type { ActingUsers } from "#tests/torture/place-order.ts";

const LIMIT_MS = 60_000;

/** An approver approves the whole list. The desk must stop the payouts that had left. */
export async function approveLeftovers({ victim }: Deployment, { users, random }: ActingUsers): Promise<void> {
	// A batch pauses by itself when much of it failed.
	const resume = (id: string) =>
		random.pick(users.approvers as [(typeof users.approvers)[number]])(0, "POST", `/api/batches/${id}/resume`);
	for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await pause(500)) {
		const waiting = await victim.query<{ id: string; version: number }>(
			"select id, version from payment where state = 'awaiting_approval' order by created_at",
		);
		const paused = await victim.query<{ id: string }>("select paused_batches() as id");
		const batches = await victim.query<{ id: string; version: number }>(
			"select id, version from batch where id in (select batch_id from payment where state = 'awaiting_approval')",
		);
		if (waiting.length + paused.length === 0) return;
		for (const { id } of paused) await resume(id);
		// Rows are approved with their batch, except those that came back to approval alone.
		for (const { id, version } of batches) {
			const approver = random.pick(users.approvers as [(typeof users.approvers)[number]]);
			await approver(random.pick([0, 1]), "POST", `/api/batches/${id}/decision`, { decision: "approve", version });
		}
		for (const { id, version } of waiting) {
			const approver = random.pick(users.approvers as [(typeof users.approvers)[number]]);
			await approver(random.pick([0, 1]), "POST", `/api/payouts/${id}/decision`, { decision: "approve", version });
		}
	}
}
