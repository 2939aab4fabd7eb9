/** Decides which actions on a batch a page offers. It hides those that the server would refuse; the server checks each again. */
import type { Viewer } from "#components/payments/decision-rights.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { NEVER_PERMITTED_STATES, type PaymentState } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";

export type BatchAction =
	| "request"
	| "approve"
	| "reject"
	| "send_back"
	| "cancel"
	| "pause"
	| "resume"
	| "stop"
	| "again"
	| "copy";

/** Returns the actions that this viewer may do now, the most likely one first. */
export function allowedActions(batch: Batch, viewer: Viewer): BatchAction[] {
	const { id, role } = viewer;
	const isMaker = batch.maker.id === id;
	const mayEnd = (isMaker && may(role, "payout.cancel_own")) || role === "admin";
	const mayHold = may(role, "sending.stop");
	const waits = (batch.counts.approved ?? 0) > 0;
	switch (batch.state) {
		case "draft":
			return listed({ request: isMaker && mayEditRows(batch, viewer), cancel: mayEnd });
		case "awaiting_approval":
			return [...decisions(batch, viewer), ...listed({ cancel: mayEnd })];
		case "sending": {
			// Rows that stay pending at their operator, which may last for days, keep nobody from paying the unpaid ones.
			const isSent = !waits && (batch.counts.sending ?? 0) === 0;
			const holds = listed({ pause: mayHold && waits, stop: mayEnd && waits });
			return [...decisions(batch, viewer), ...holds, ...(isSent ? repeats(batch, viewer) : [])];
		}
		case "paused": {
			const mayResume = may(role, "payout.decide") || (mayHold && batch.paused?.memberId === id);
			return [...decisions(batch, viewer), ...listed({ resume: mayResume, stop: mayEnd })];
		}
		default:
			return repeats(batch, viewer);
	}
}

function repeats(batch: Batch, { role }: Viewer): BatchAction[] {
	const isReplaced = typeof batch.sentBack?.draft === "string";
	const mayAsk = may(role, "payout.request");
	return listed({
		again: batch.hasUnpaid === true && !isReplaced && mayAsk,
		copy: batch.requestedAt !== null && mayAsk,
	});
}

/** True for those who may change the rows of a draft: its maker and admins. */
export function mayEditRows(batch: Batch, { id, role }: Viewer): boolean {
	return batch.state === "draft" && may(role, "payout.request") && (batch.maker.id === id || role === "admin");
}

export function mayDecideRows(batch: Batch, { id, role }: Viewer): boolean {
	return (batch.counts.awaiting_approval ?? 0) > 0 && batch.maker.id !== id && may(role, "payout.decide");
}

function decisions(batch: Batch, viewer: Viewer): BatchAction[] {
	const decides = mayDecideRows(batch, viewer);
	const hasApproved = batch.approval?.given.some(({ id }) => id === viewer.id) ?? false;
	const { awaiting_approval: _waiting, ...others } = batch.counts;
	// A batch can be sent back to its maker unless one of its rows has a permit or is approved.
	const isWhole = Object.keys(others).every((state) => NEVER_PERMITTED_STATES.includes(state as PaymentState));
	return listed({ approve: decides && !hasApproved, send_back: decides && isWhole, reject: decides });
}

function listed(actions: Partial<Record<BatchAction, boolean>>): BatchAction[] {
	return (Object.keys(actions) as BatchAction[]).filter((action) => actions[action]);
}
