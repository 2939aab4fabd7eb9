/** What this member may do with a batch. The server decides; the screen only hides what it would refuse. */
import type { Viewer } from "#components/payments/decision-rights.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { ENDED_UNPAID_STATES } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";

export type BatchAct = "request" | "approve" | "reject" | "cancel" | "pause" | "resume" | "stop" | "again";

/** The most expected first. */
export function batchActs(batch: Batch, { id, role }: Viewer): BatchAct[] {
	const isMaker = batch.maker.id === id;
	const mayEnd = (isMaker && may(role, "payout.cancel_own")) || role === "admin";
	const mayHold = may(role, "sending.stop");
	switch (batch.state) {
		case "draft":
			return [...(isMaker ? (["request"] as const) : []), ...(mayEnd ? (["cancel"] as const) : [])];
		case "awaiting_approval": {
			const hasApproved = batch.approval?.given.some((person) => person.id === id) ?? false;
			const decides = !isMaker && may(role, "payout.decide");
			return [
				...(decides && !hasApproved ? (["approve"] as const) : []),
				...(decides ? (["reject"] as const) : []),
				...(mayEnd ? (["cancel"] as const) : []),
			];
		}
		case "sending":
			return [
				...(mayHold && (batch.counts.approved ?? 0) > 0 ? (["pause"] as const) : []),
				...(mayEnd && (batch.counts.approved ?? 0) > 0 ? (["stop"] as const) : []),
			];
		case "paused": {
			const mayResume = batch.paused?.by ? mayHold : may(role, "payout.decide");
			return [...(mayResume ? (["resume"] as const) : []), ...(mayEnd ? (["stop"] as const) : [])];
		}
		default: {
			const hasUnpaid = ENDED_UNPAID_STATES.some((state) => (batch.counts[state] ?? 0) > 0);
			return hasUnpaid && may(role, "payout.request") ? ["again"] : [];
		}
	}
}
