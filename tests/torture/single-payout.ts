/** Helpers of a kill point: one payout of its own, from the button to the wire, observed from outside. */
import { setTimeout as pause } from "node:timers/promises";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Random } from "#server/sandbox/seed/random.ts";
import { readUpdate, UPDATES_CHANNEL } from "#server/store/live-updates.ts";
import { type Deployment, WALLETS } from "#tests/torture/deployment.ts";
import type { KeptProgram } from "#tests/torture/kept-program.ts";
import type { Order, OrderBook } from "#tests/torture/orders.ts";
import { type ActingUsers, approveOrder, requestOrder } from "#tests/torture/place-order.ts";
import type { Tally } from "#tests/torture/tally.ts";

export interface TortureContext {
	deployment: Deployment;
	acting: ActingUsers;
	book: OrderBook;
	random: Random;
}

export interface Prepared {
	order: Order;
	payout: Payment;
}

/** The server's number of the connection that holds the locks. */
export interface LockHolder {
	backend: number;
}

const LIMIT_MS = 20_000;
const POLL_MS = 10;

/** A payout that is requested and not yet approved; its fault at the service matches only its number. */
export async function preparePayout(
	context: TortureContext,
	fault: string,
	params: Record<string, unknown>,
): Promise<Prepared> {
	const order = context.book.add("points", "payout");
	const ordered = () => context.deployment.sandbox.addFault({ endpoint: "payout", fault, params, match: order.number });
	// The service may be away for a moment.
	await until(() => ordered().then(Boolean, () => false));
	const payout = await requestOrder(context.acting, order);
	if (payout === null) throw new Error(`a payout was refused: ${order.refusals.join(", ") || "no answer"}`);
	return { order, payout };
}

/** True if nothing holds the payouts of the points back: no mismatch, and no wallet that must be proved first. */
export async function maySend({ deployment }: TortureContext): Promise<boolean> {
	const stopped = await deployment.victim.query(
		`select name from setting where name = 'database_mismatch'
		union all select currency from continuity_gap where currency = $1`,
		[WALLETS.points],
	);
	return stopped.length === 0;
}

/** Approves, and waits until the POST has reached the service, before its answer. False if it did not in time. */
export async function sendPayout(context: TortureContext, { order, payout }: Prepared): Promise<boolean> {
	await approveOrder(context.acting, order, payout);
	return until(async () => (await postsOf(context.deployment, order)) > 0);
}

/** Approves, and acts at the permit's notification, which races with the worker's first byte. False if none came in time. */
export async function atPermit(
	context: TortureContext,
	{ order, payout }: Prepared,
	act: () => void,
): Promise<boolean> {
	const listener = await context.deployment.victim.connect();
	try {
		// Request and approval came before, so the third notification is the permit's.
		let notices = 1;
		const permitted = new Promise<boolean>((resolve) => {
			listener.on("notification", ({ payload }) => {
				if (readUpdate(payload)?.id !== payout.id || ++notices < 3) return;
				act();
				resolve(true);
			});
		});
		await listener.query(`listen ${UPDATES_CHANNEL}`);
		await approveOrder(context.acting, order, payout);
		return await Promise.race([permitted, pause(10_000, false)]);
	} finally {
		await listener.end().catch(() => undefined);
	}
}

export function postsOf(deployment: Deployment, order: Order): Promise<number> {
	return postsWith(deployment, order.number);
}

/** The number of POSTs at the service with this text in their body. */
export async function postsWith({ books }: Deployment, text: string): Promise<number> {
	const { rows } = await books.query<{ posts: string }>(
		"select count(*) as posts from sandbox.request where method = 'POST' and body like $1",
		[`%${text}%`],
	);
	return Number(rows[0]?.posts ?? 0);
}

/** The worker with this payment's permit; undefined if it is already dead. */
export async function senderOf({ deployment }: TortureContext, { payout }: Prepared): Promise<KeptProgram | undefined> {
	const [attempt] = await deployment.victim.query<{ worker_id: string }>(
		"select worker_id from attempt where payment_id = $1",
		[payout.id],
	);
	// A worker's id is `host:pid:…`.
	const pid = Number(attempt?.worker_id.split(":")[1]);
	return deployment.workers.find((worker) => worker.pid === pid);
}

/** Kills all workers that are awake, at once. */
export function killWorkers({ deployment }: TortureContext, tally: Tally): void {
	for (const worker of deployment.workers) if (!worker.isSpared && worker.kill()) tally.killed(worker.name);
}

/** Locks this payment's rows, so that every writer waits; releases them at the end whatever happens. */
export async function whileLocked<T>(
	context: TortureContext,
	paymentId: string,
	run: (locker: LockHolder) => Promise<T>,
): Promise<T> {
	const locker = await context.deployment.victim.connect();
	try {
		const { rows } = await locker.query<LockHolder>("select pg_backend_pid() as backend");
		await locker.query("begin");
		await locker.query("select from attempt where payment_id = $1 for update", [paymentId]);
		await locker.query("select from payment where id = $1 for update", [paymentId]);
		return await run(rows[0] as LockHolder);
	} finally {
		await locker.end().catch(() => undefined);
	}
}

/** True if a worker waits for a lock of this connection. Asked on another one: a transaction keeps its first view of activity. */
export async function isWorkerWaitingFor({ deployment }: TortureContext, locker: LockHolder): Promise<boolean> {
	const waiting = await deployment.victim.query(
		"select from pg_stat_activity where application_name = 'cauri-worker' and $1 = any(pg_blocking_pids(pid))",
		[locker.backend],
	);
	return waiting.length > 0;
}

/** False if it did not become true in time; throws what the question throws. */
export async function until(question: () => Promise<boolean>, limitMs = LIMIT_MS): Promise<boolean> {
	for (const deadline = performance.now() + limitMs; performance.now() < deadline; await pause(POLL_MS)) {
		if (await question()) return true;
	}
	return false;
}
