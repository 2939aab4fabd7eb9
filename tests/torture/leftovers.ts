/** Payouts that wait for an approver at the end, also those that wait only because a copy was put back. */
import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "#tests/torture/deployment.ts";
import type { ActingUsers } from "#tests/torture/place-order.ts";

/** The longest time without a change. */
const LIMIT_MS = 60_000;

/** Approvers approve the whole list, until nothing has changed for a minute. The desk must stop the payouts that had left. */
export async function approveLeftovers({ victim }: Deployment, { users, random }: ActingUsers): Promise<void> {
	const press = async (path: string, body?: unknown) => {
		const approver = random.pick(users.approvers as [(typeof users.approvers)[number]]);
		const answer = await approver(random.pick([0, 1]), "POST", path, body);
		return answer !== null && answer.status < 300;
	};
	for (let deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await pause(500)) {
		const waiting = await victim.query<{ id: string; version: number; batch_id: string | null }>(
			"select id, version, batch_id from payment where state = 'awaiting_approval' order by created_at",
		);
		const paused = await victim.query<{ id: string }>("select paused_batches() as id");
		const batches = await victim.query<{ id: string; version: number }>(
			"select id, version from batch where id in (select batch_id from payment where state = 'awaiting_approval')",
		);
		if (waiting.length + paused.length === 0) return;
		const done: boolean[] = [];
		// A batch pauses by itself when much of it failed.
		for (const { id } of paused) done.push(await press(`/api/batches/${id}/resume`));
		const approved = new Set<string | null>();
		for (const { id, version } of batches)
			if (await press(`/api/batches/${id}/decision`, { decision: "approve", version })) approved.add(id);
		// Rows are approved with their batch, except those that came back to approval alone.
		for (const { id, version, batch_id } of waiting)
			if (!approved.has(batch_id))
				done.push(await press(`/api/payouts/${id}/decision`, { decision: "approve", version }));
		if (approved.size > 0 || done.includes(true)) deadline = Date.now() + LIMIT_MS;
	}
}
