/** The undisturbed run: payouts through both web programs and both workers, counted one by one at the service. */
import { setTimeout as pause } from "node:timers/promises";
import { FINAL_STATUS_STATES, NOT_TAKEN_STATES } from "#lib/payment-state.ts";
import { type Deployment, WALLETS } from "#tests/torture/deployment.ts";
import type { OrderBook } from "#tests/torture/orders.ts";
import type { ActingUsers } from "#tests/torture/place-order.ts";
import { placeMany } from "#tests/torture/traffic.ts";
import type { Check } from "#tests/torture/verdict.ts";

/** Durations from the first press: until the last payout was approved, and until the last outcome was recorded. */
export type UndisturbedRun = Awaited<ReturnType<typeof runUndisturbed>>;

const LIMIT_MS = 240_000;
/** The check of every fifteen seconds notices the last put-back; its acknowledgement gives up the waiting payouts. */
const CALM_MS = 20_000;
const CALM_LIMIT_MS = 120_000;

export async function runUndisturbed(
	deployment: Deployment,
	acting: ActingUsers,
	book: OrderBook,
	{ count, isOver }: { count: number; isOver: () => boolean },
) {
	await untilCalm(deployment);
	const began = Date.now();
	await placeMany(acting, book, "undisturbed", count);
	const placedMs = Date.now() - began;
	const paid = await untilPaid(deployment, count, () => isOver() || Date.now() > began + LIMIT_MS);
	return { placedMs, paidMs: Date.now() - began, check: await countPosts(deployment, count, paid) };
}

/** Waits until there has been neither a mismatch nor an unproved wallet for a while. */
async function untilCalm({ victim }: Deployment): Promise<void> {
	let since = Date.now();
	for (
		const deadline = since + CALM_LIMIT_MS;
		Date.now() < deadline && Date.now() - since < CALM_MS;
		await pause(500)
	) {
		const stopped = await victim.query(
			`select name from setting where name = 'database_mismatch' union all select currency from continuity_gap`,
		);
		if (stopped.length > 0) since = Date.now();
	}
}

/** Resolves with the number of paid payouts when none is in progress; earlier when `isOver`: a lost database has fewer. */
async function untilPaid({ victim }: Deployment, count: number, isOver: () => boolean): Promise<number> {
	for (;;) {
		const [row] = await victim.query<{ paid: string; ended: string }>(
			`select count(*) filter (where state = 'succeeded') as paid, count(*) as ended
			from payment where currency = $1 and state = any($2)`,
			[WALLETS.undisturbed, [...FINAL_STATUS_STATES, ...NOT_TAKEN_STATES]],
		);
		if (Number(row?.ended ?? 0) >= count || isOver()) return Number(row?.paid ?? 0);
		await pause(100);
	}
}

async function countPosts({ books }: Deployment, count: number, paid: number): Promise<Check> {
	const { rows } = await books.query<{ posts: string; numbers: string }>(
		`select count(*) as posts, count(distinct body::json ->> 'destination') as numbers from sandbox.request
		where method = 'POST' and body like $1`,
		[`%"${WALLETS.undisturbed}"%`],
	);
	const [posts, numbers] = [Number(rows[0]?.posts ?? 0), Number(rows[0]?.numbers ?? 0)];
	const exact = posts === count && numbers === count && paid === count;
	const found = `${posts} POSTs for ${numbers} payments, ${paid} of them paid`;
	return { name: `two workers and two webs send ${count} payouts by ${count} POSTs`, violations: exact ? [] : [found] };
}
