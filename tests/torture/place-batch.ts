/** Places a list of orders as one batch, and repeats every press after a failure, by what the desk then shows. */
import { setTimeout as pause } from "node:timers/promises";
import type { Batch } from "#lib/contracts/batch.ts";
import { readRows } from "#tests/torture/judge-batches.ts";
import { bodyOf, type Order } from "#tests/torture/orders.ts";
import type { ActingUsers } from "#tests/torture/place-order.ts";
import type { DeskAnswer, User } from "#tests/torture/users.ts";

const PATIENCE_MS = 90_000;
const PRESS_AGAIN_MS = 250;

/** Gives up when the desk loses commits meanwhile, as `requestOrder` does. */
export async function placeBatch({ users, random, forgotAt }: ActingUsers, orders: readonly Order[]): Promise<void> {
	const maker = random.pick(users.makers as [User]);
	const approver = random.pick(users.approvers as [User]);
	const began = Date.now();
	let seen: Batch | null = null;
	for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(PRESS_AGAIN_MS)) {
		if (forgotAt() >= began) return;
		const web = random.pick([0, 1] as const);
		const hadIds: boolean = seen !== null && seen.state !== "draft";
		const answer: DeskAnswer | null = await press(web, seen, { maker, approver, orders });
		if (answer !== null && answer.status < 300) seen = answer.body as Batch;
		else if (seen === null && answer !== null && answer.status < 500) return refuse(orders, answer);
		else if (seen !== null) {
			const shown: DeskAnswer | null = await approver(web, "GET", `/api/batches/${seen.id}`);
			if (shown?.status === 404) return;
			if (shown?.status === 200) seen = shown.body as Batch;
		}
		if (seen !== null && seen.state !== "draft" && !hadIds) await noteRows(approver, seen, orders);
		if (seen !== null && seen.state !== "draft" && seen.state !== "awaiting_approval") return;
	}
}

interface Users {
	maker: User;
	approver: User;
	orders: readonly Order[];
}

function press(web: 0 | 1, batch: Batch | null, { maker, approver, orders }: Users): Promise<DeskAnswer | null> {
	if (batch === null) {
		const rows = orders.map((order) => ({ ...bodyOf(order), name: `Recipient ${order.number.slice(-4)}` }));
		const [first] = orders;
		return maker(web, "POST", "/api/batches", { name: `Batch ${first?.key}`, rows }, `batch-${first?.key}`);
	}
	const by = batch.state === "draft" ? maker : approver;
	const decision = batch.state === "draft" ? "request" : "approve";
	return by(web, "POST", `/api/batches/${batch.id}/decision`, { decision, version: batch.version });
}

/** From here the desk has accepted each row. */
async function noteRows(approver: User, batch: Batch, orders: readonly Order[]): Promise<void> {
	const acceptedAt = Date.now();
	const rows = await readRows(approver, batch.id).catch(() => []);
	const ids = new Map(rows.map(({ n, paymentId }) => [n, paymentId]));
	for (const [place, order] of orders.entries()) {
		const id = ids.get(place + 1);
		if (!id) continue;
		order.ids.add(id);
		order.acceptedAt ??= acceptedAt;
	}
}

function refuse(orders: readonly Order[], { status }: DeskAnswer): void {
	for (const order of orders) order.refusals.push(String(status));
}
