/** Confirms changes as a second admin without a browser. */
import { setTimeout as pause } from "node:timers/promises";
import type { ChangeRequests } from "#lib/contracts/change-request.ts";
import type { DeskHand } from "#tests/support/browser/desk-hand.ts";

const LIMIT_MS = 20_000;

export async function confirmChanges(second: DeskHand): Promise<void> {
	for (const deadline = Date.now() + LIMIT_MS; ; await pause(100)) {
		const { waiting } = await second.get<ChangeRequests>("/api/change-requests");
		for (const { id } of waiting) await second.post(`/api/change-requests/${id}`, { decision: "confirm" });
		if (waiting.length > 0) return;
		if (Date.now() > deadline) throw new Error("nothing waits for a second admin");
	}
}
