/** After the weather: how long the desk takes until nothing is under way and everything with a reference has its end. */

import { setTimeout as pause } from "node:timers/promises";
import { UNDER_WAY_STATES, WAITING_STATES } from "#lib/payment-state.ts";
import type { Deployment } from "#tests/torture/deployment.ts";

export const HEAL_LIMIT_MS = 60_000;
/** A permit whose commit was cut off ends by its own deadline, after 180 s; a little more for the round that finds it. */
const GIVE_UP_MS = 240_000;
/** At most, on a machine that does other work besides. */
export const ROW_MS = 200;

export interface Healing {
	/** Until the last payment with a reference was final; null: never. */
	finalAfterMs: number | null;
	/** Until nothing was approved or sending any more either; null: never. */
	quietAfterMs: number | null;
	/** Payments that were still open at the end of the wait. */
	left: string[];
}

/** Of the payments made until `healedAt`, by the machine's clock. `rows`: of the batch that may still leave. */
export async function watchHealing(deployment: Deployment, healedAt: number, rows: number): Promise<Healing> {
	const healing: Healing = { finalAfterMs: null, quietAfterMs: null, left: [] };
	for (;;) {
		const open = await readOpen(deployment, new Date(healedAt));
		const afterMs = Date.now() - healedAt;
		if (open.every(({ referenced }) => !referenced)) healing.finalAfterMs ??= afterMs;
		if (open.length === 0) return { ...healing, quietAfterMs: afterMs };
		if (afterMs > GIVE_UP_MS + rows * ROW_MS)
			return { ...healing, left: open.map(({ id, state }) => `${id} is ${state}`) };
		await pause(250);
	}
}

interface OpenPayment extends Record<string, unknown> {
	id: string;
	state: string;
	/** There is a reference to ask for; a contradiction waits for people, not for the service. */
	referenced: boolean;
}

/** Without rows of a batch that paused when much of it failed: it waits for people. */
function readOpen({ victim }: Deployment, until: Date): Promise<OpenPayment[]> {
	return victim.query<OpenPayment>(
		`select id, state, coalesce(reference, hint_reference) is not null as referenced from payment
		where created_at <= $1 and (state = any($2)
			or (state = 'unknown' and hint_reference is not null))
			and (batch_id is null or state <> 'approved' or batch_id not in (select paused_batches()))`,
		[until, [...WAITING_STATES, ...UNDER_WAY_STATES]],
	);
}
