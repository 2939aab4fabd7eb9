/** The members' ordinary day: orders one after another by several users, and batches by one, until `stop`. */

import { setTimeout as pause } from "node:timers/promises";
import { bulkhead } from "cockatiel";
import type { OrderBook, Purpose } from "#tests/torture/orders.ts";
import { placeBatch } from "#tests/torture/place-batch.ts";
import { type ActingUsers, placeOrder } from "#tests/torture/place-order.ts";

const DESKS = 4;
// Twenty requests at once make a busy desk.
const AT_ONCE = 20;

export interface Traffic {
	/** Places no new order; resolves when the open ones have reached the desk. */
	stop(): Promise<void>;
}

/** `rows`: the rows of one batch that is placed at once. */
export function startTraffic(acting: ActingUsers, book: OrderBook, rows: number): Traffic {
	const { random } = acting;
	let open = true;
	const serve = async () => {
		while (open) {
			await placeOrder(acting, book.add("traffic", random.chance(0.3) ? "deposit" : "payout"));
			await pause(random.between(50, 600));
		}
	};
	const place = (size: number) =>
		placeBatch(
			acting,
			Array.from({ length: size }, () => book.add("traffic", "payout")),
		);
	const serveBatches = async () => {
		while (open) {
			await place(random.between(5, 25));
			await pause(random.between(3_000, 8_000));
		}
	};
	const served = Promise.all([...Array.from({ length: DESKS }, serve), serveBatches(), rows > 0 ? place(rows) : null]);
	return {
		async stop() {
			open = false;
			await served;
		},
	};
}

export async function placeMany(acting: ActingUsers, book: OrderBook, purpose: Purpose, count: number): Promise<void> {
	const few = bulkhead(AT_ONCE, Number.POSITIVE_INFINITY);
	const place = () => placeOrder(acting, book.add(purpose, "payout"));
	await Promise.all(Array.from({ length: count }, () => few.execute(place)));
}
