/** Payouts that are approved while their wallet has too little: they wait, and leave when the money comes. */
import { WALLETS } from "#tests/torture/deployment.ts";
import { approveOrder, requestOrder } from "#tests/torture/place-order.ts";
import { killWorkers, type Prepared, postsOf, type TortureContext, until } from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";

export const LOW_BALANCE = "payouts wait for money, and leave after a top-up";

const COUNT = 4;
const WAITS_LIMIT_MS = 30_000;
/** A top-up sends the waiting payouts within a minute. */
const SENT_LIMIT_MS = 60_000;
/** The service's fee of a payout, rounded up, so that the wallet is low again afterwards. */
const FEE_PERCENT = 1n;

/** Met if no payout left before the top-up and all left after it; the workers are killed while the payouts wait. */
export async function runLow(context: TortureContext, tally: Tally): Promise<boolean> {
	const waiting = await placeWithoutMoney(context);
	if (waiting === null) return false;
	killWorkers(context, tally);
	await topUpAll(context);
	return untilLeft(context, waiting);
}

/** Null if the desk did not accept the payouts in time, or one left all the same. */
export async function placeWithoutMoney(context: TortureContext): Promise<Prepared[] | null> {
	const placed: Prepared[] = [];
	for (let count = 0; count < COUNT; count += 1) {
		const order = context.book.add("low", "payout");
		const payout = await requestOrder(context.acting, order);
		if (payout === null) throw new Error(`a payout was refused: ${order.refusals.join(", ") || "no answer"}`);
		await approveOrder(context.acting, order, payout);
		placed.push({ order, payout });
	}
	const waits = await until(() => waitsForMoney(context), WAITS_LIMIT_MS);
	return waits && (await countLeft(context, placed)) === 0 ? placed : null;
}

async function waitsForMoney({ deployment }: TortureContext): Promise<boolean> {
	const rows = await deployment.victim.query("select from payout_wait where kind = 'balance_low' and currency = $1", [
		WALLETS.low,
	]);
	return rows.length > 0;
}

/** Adds what all of them take from the wallet, which is not enough for another one. */
export async function topUp(
	{ deployment }: TortureContext,
	waiting: readonly Pick<Prepared, "order">[],
): Promise<void> {
	const amounts = waiting.map(({ order }) => BigInt(order.amount));
	const needed = amounts.reduce((sum, amount) => sum + amount + (amount * FEE_PERCENT) / 100n + 1n, 0n);
	if (needed > 0n) await deployment.sandbox.fund(WALLETS.low, String(needed));
}

/** Pays for earlier tries as well, whose top-up failed because the service was away. */
export async function topUpAll(context: TortureContext): Promise<void> {
	const rows = await context.deployment.victim.query<{ number: string }>(
		"select phone_number as number from payment where state = 'approved' and currency = $1",
		[WALLETS.low],
	);
	const waits = new Set(rows.map(({ number }) => number));
	await topUp(
		context,
		context.book.orders.filter(({ number }) => waits.has(number)).map((order) => ({ order })),
	);
}

export function untilLeft(context: TortureContext, waiting: readonly Prepared[]): Promise<boolean> {
	return until(async () => (await countLeft(context, waiting)) === waiting.length, SENT_LIMIT_MS);
}

async function countLeft({ deployment }: TortureContext, waiting: readonly Prepared[]): Promise<number> {
	const posts = await Promise.all(waiting.map(({ order }) => postsOf(deployment, order)));
	return posts.filter(Boolean).length;
}
