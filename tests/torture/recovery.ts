/** After the faults: the time until nothing is in progress, and every payment with a reference is final. */

import { setTimeout as pause } from "node:timers/promises";
import { UNDER_WAY_STATES, WAITING_STATES } from "#lib/payment-state.ts";
import type { Deployment } from "#tests/torture/deployment.ts";

export const RECOVERY_LIMIT_MS = 60_000;
/** The longest time in which nothing ends. A permit whose commit was cut off ends by its own deadline, after 180 s, and a round finds it. */
const GIVE_UP_MS = 240_000;

export interface Recovery {
	/** Time until the last payment with a reference was final; null: never. */
	finalAfterMs: number | null;
	/** Time until nothing was approved or sending any more either; null: never. */
	quietAfterMs: number | null;
	left: string[];
}

/** Watches the payments made until `healedAt`, by the machine's clock, as long as some of them end. */
export async function watchRecovery(deployment: Deployment, healedAt: number): Promise<Recovery> {
	const recovery: Recovery = { finalAfterMs: null, quietAfterMs: null, left: [] };
	let least = { count: Number.POSITIVE_INFINITY, afterMs: 0 };
	for (;;) {
		const open = await readOpen(deployment, new Date(healedAt));
		const afterMs = Date.now() - healedAt;
		if (open.every(({ referenced }) => !referenced)) recovery.finalAfterMs ??= afterMs;
		if (open.length === 0) return { ...recovery, quietAfterMs: afterMs };
		if (open.length < least.count) least = { count: open.length, afterMs };
		if (afterMs - least.afterMs > GIVE_UP_MS)
			return { ...recovery, left: open.map(({ id, state }) => `${id} is ${state}`) };
		await pause(250);
	}
}

interface OpenPayment extends Record<string, unknown> {
	id: string;
	state: string;
	/** True if there is a reference to ask for; a contradiction waits for people, not for the service. */
	referenced: boolean;
}

/** Leaves out the rows of a batch that paused after many failures, because it waits for people. */
function readOpen({ victim }: Deployment, until: Date): Promise<OpenPayment[]> {
	return victim.query<OpenPayment>(
		`select id, state, coalesce(reference, hint_reference) is not null as referenced from payment
		where created_at <= $1 and (state = any($2)
			or (state = 'unknown' and hint_reference is not null))
			and (batch_id is null or state <> 'approved' or batch_id not in (select paused_batches()))`,
		[until, [...WAITING_STATES, ...UNDER_WAY_STATES]],
	);
}
