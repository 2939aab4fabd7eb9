/** Presses the buttons of one order until the desk has it: again after every failure, sometimes twice at once on both webs. */
import { setTimeout as pause } from "node:timers/promises";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Random } from "#server/sandbox/seed/random.ts";
import { bodyOf, type Order } from "#tests/torture/orders.ts";
import type { DeskAnswer, Users } from "#tests/torture/users.ts";

export interface ActingUsers {
	users: Users;
	random: Random;
	/** The time at which the desk last lost commits, in the machine's milliseconds. */
	forgotAt: () => number;
}

// A person who gets no answer presses again, and gives up after this time.
const PATIENCE_MS = 90_000;
const PRESS_AGAIN_MS = 250;
const DOUBLE_CLICK = 0.15;

/** Requests the order; another member approves a payout on the other web program. */
export async function placeOrder(acting: ActingUsers, order: Order): Promise<void> {
	const payment = await requestOrder(acting, order);
	if (payment && order.kind === "payout") await approveOrder(acting, order, payment);
}

/**
 * Returns the desk's first 2xx answer, or null when it refused or stayed away. Nobody presses again after a loss: the first
 * press is lost with its key, and a deposit would be requested twice.
 */
export async function requestOrder({ users, random, forgotAt }: ActingUsers, order: Order): Promise<Payment | null> {
	const maker = random.pick(users.makers as [Users["makers"][number]]);
	const press = (web: 0 | 1) => maker(web, "POST", pathOf(order), bodyOf(order), order.key);
	const began = Date.now();
	for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(PRESS_AGAIN_MS)) {
		const answers = await pressOnce(random, press);
		for (const answer of answers) {
			if (answer && answer.status < 300) noteAccepted(order, answer.body as Payment);
			else if (answer && answer.status < 500) order.refusals.push(refusalOf(answer));
		}
		const made = answers.find((answer) => answer !== null && answer.status < 300);
		if (made) return made.body as Payment;
		if (order.refusals.length > 0 || forgotAt() >= began) return null;
	}
	return null;
}

/** The approver reads the payout again only when a press went wrong, because it may have worked all the same. */
export async function approveOrder({ users, random }: ActingUsers, order: Order, payout: Payment): Promise<void> {
	const approver = random.pick(users.approvers as [Users["approvers"][number]]);
	const path = `${pathOf(order)}/${payout.id}`;
	let seen = payout;
	for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(PRESS_AGAIN_MS)) {
		if (seen.state !== "awaiting_approval") return;
		const decision = { decision: "approve", version: seen.version };
		const answers = await pressOnce(random, (web) => approver(web, "POST", `${path}/decision`, decision));
		if (answers.some((answer) => answer !== null && answer.status < 300)) return;
		const shown = await approver(random.pick([0, 1]), "GET", path);
		if (shown?.status === 200) seen = shown.body as Payment;
		// A copy was put back, and the desk no longer has the payout.
		if (shown?.status === 404) return;
	}
}

function noteAccepted(order: Order, { id }: Payment): void {
	order.ids.add(id);
	order.acceptedAt ??= Date.now();
}

/** Presses once on either web program, or by a double click on both at the same time. */
function pressOnce(random: Random, press: (web: 0 | 1) => Promise<DeskAnswer | null>): Promise<(DeskAnswer | null)[]> {
	return Promise.all(random.chance(DOUBLE_CLICK) ? [press(0), press(1)] : [press(random.pick([0, 1]))]);
}

function pathOf({ kind }: Order): string {
	return kind === "deposit" ? "/api/deposits" : "/api/payouts";
}

function refusalOf({ status, body }: DeskAnswer): string {
	const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
	return `${status} ${code}`.trim();
}
