/** `--machines 3`: three web programs and three workers with folders of their own behind a proxy are restarted in turn under load. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#tests/support/programs/free-port.ts";
import { countConnections } from "#tests/torture/count-connections.ts";
import { type Deployment, untilAnswers } from "#tests/torture/deployment.ts";
import type { KeptProgram } from "#tests/torture/kept-program.ts";
import type { OrderBook } from "#tests/torture/orders.ts";
import { type ActingUsers, placeOrder } from "#tests/torture/place-order.ts";
import { type ProxyPlan, startProxy } from "#tests/torture/proxies.ts";
import type { TortureContext } from "#tests/torture/single-payout.ts";
import { createUsers, openSession, type User, type Users } from "#tests/torture/users.ts";
import type { Check } from "#tests/torture/verdict.ts";
import { watchUpdates } from "#tests/torture/watch-updates.ts";

const REQUEST_EVERY_MS = 50;
const PAYOUT_EVERY_MS = 1_000;
const WORKER_REST_MS = 8_000;
const SETTLE_MS = 5_000;
const SILENCE_MS = { payouts: 15_000, updates: 5_000 };
/** PostgreSQL's default of 100, without those that it keeps for superusers. */
const CONNECTIONS = 97;
const READS = ["/api/wallets", "/api/payouts?limit=5", "/api/status", "/api/session"];

interface Load {
	requests: number;
	failed: string[];
	/** The time in which requests were begun. */
	ms: number;
	/** The longest time that a page had no live updates. */
	silentMs: number;
	connections: number;
}

interface Machines {
	webs: { program: KeptProgram; origin: string }[];
	workers: KeptProgram[];
}

/** Resolves when all six have been restarted. The deployment's own programs are stopped meanwhile, so nobody may use them. */
export async function rollMachines(
	{ deployment, book, random }: Omit<TortureContext, "acting">,
	proxy: ProxyPlan,
	count: number,
): Promise<Check[]> {
	for (const program of [...deployment.webs, ...deployment.workers]) await program.stop();
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
	const machines = startMachines(deployment, ports, origin, proxy.name);
	const programs = [...machines.webs.map(({ program }) => program), ...machines.workers];
	for (const program of programs) program.start();
	for (const web of machines.webs) await untilAnswers(`${web.origin}/readyz`);
	const child = await startProxy(proxy, join(deployment.folder, proxy.name), port, ports);
	const load: Load = { requests: 0, failed: [], ms: 0, silentMs: 0, connections: 0 };
	const behind = { ...deployment, origins: [origin, origin] as const };
	const users = counted(await createUsers(behind), load);
	const ending = new AbortController();
	const updates = watchUpdates(`${origin}/api/events`, await openSession(behind, "viewer"), ending.signal);
	const connections = countConnections(deployment.victim, ending.signal);
	const began = new Date();
	try {
		const running = runLoad({ users, random, forgotAt: () => 0 }, book, ending.signal);
		await pause(SETTLE_MS);
		for (const web of machines.webs) {
			await web.program.stop();
			web.program.start();
			await untilAnswers(`${web.origin}/readyz`);
		}
		for (const worker of machines.workers) {
			await worker.stop();
			worker.start();
			await pause(WORKER_REST_MS);
		}
		await pause(SETTLE_MS);
		load.ms = Date.now() - began.getTime();
		ending.abort();
		await running;
		load.silentMs = await updates;
		load.connections = await connections;
	} finally {
		child.kill("SIGTERM");
		for (const program of programs) await program.stop();
	}
	return judge(deployment, proxy.name, load, began);
}

function startMachines(deployment: Deployment, ports: readonly number[], origin: string, name: string): Machines {
	const own = (place: number) => {
		const folder = join(deployment.folder, `machine-${place + 1}`);
		mkdirSync(folder, { recursive: true });
		return { DATA_DIR: folder, APP_ORIGIN: origin, TRUSTED_PROXIES: "127.0.0.1,::1" };
	};
	return {
		webs: ports.map((port, place) => ({
			program: deployment.program(`${name} web-${place + 1}`, "web", { ...own(place), PORT: String(port) }),
			origin: `http://localhost:${port}`,
		})),
		workers: ports.map((_, place) => deployment.program(`${name} worker-${place + 1}`, "worker", own(place))),
	};
}

/** The same members; notes answers that nobody should see. */
export function counted(users: Users, load: Pick<Load, "requests" | "failed">): Users {
	const count =
		(user: User): User =>
		async (web, method, path, body, key) => {
			load.requests += 1;
			const answer = await user(web, method, path, body, key);
			if (answer === null || answer.status >= 500)
				load.failed.push(
					`${new Date().toISOString().slice(11, 23)} ${method} ${path}: ${answer?.status ?? "no answer"}`,
				);
			return answer;
		};
	return {
		makers: users.makers.map(count),
		approvers: users.approvers.map(count),
		admin: count(users.admin),
		deputy: count(users.deputy),
	};
}

/** Twenty reads a second whether answers come or not, and a payout a second. */
async function runLoad(acting: ActingUsers, book: OrderBook, signal: AbortSignal): Promise<void> {
	const open = new Set<Promise<unknown>>();
	const begin = (work: Promise<unknown>) => {
		open.add(work);
		void work.finally(() => open.delete(work));
	};
	const [maker] = acting.users.makers;
	const began = performance.now();
	for (let beat = 0; !signal.aborted; beat += 1) {
		// By the clock, not by pauses, so that a busy machine gets as many requests.
		await pause(Math.max(0, began + beat * REQUEST_EVERY_MS - performance.now()));
		if (maker) begin(maker(0, "GET", acting.random.pick(READS as [string])));
		if (beat % (PAYOUT_EVERY_MS / REQUEST_EVERY_MS) === 0) begin(placeOrder(acting, book.add("undisturbed", "payout")));
	}
	await Promise.all(open);
	await pause(SETTLE_MS);
}

async function judge({ books, victim }: Deployment, name: string, load: Load, began: Date): Promise<Check[]> {
	const { rows } = await books.query<{ posts: string; numbers: string; silence: number }>(
		`select count(*) as posts, count(distinct body::json ->> 'destination') as numbers,
			coalesce(max(extract(epoch from gap)), 0)::float as silence
		from (select body, at - lag(at) over (order by at) as gap from sandbox.request
			where method = 'POST' and endpoint = 'payout' and at > $1) as post`,
		[began],
	);
	const { posts = "0", numbers = "0", silence = 0 } = rows[0] ?? {};
	const asked = await victim.query("select from setting where name = 'database_mismatch'");
	console.log(
		`          ${name}: ${load.requests} requests, ${Math.round((load.requests * 1_000) / load.ms)} a second, ${load.failed.length} failed; ${posts} payouts, longest silence of payouts ${silence.toFixed(1)} s, of live updates ${(load.silentMs / 1_000).toFixed(1)} s; ${load.connections} connections at most`,
	);
	return [
		{ name: `${name}: six programs restarted one after the other, and no request failed`, violations: load.failed },
		{
			name: `${name}: no payout was sent twice`,
			violations: posts === numbers && posts !== "0" ? [] : [`${posts} POSTs for ${numbers} numbers`],
		},
		{
			name: `${name}: payouts are silent for 15 s at most`,
			violations: silence * 1_000 <= SILENCE_MS.payouts ? [] : [`${silence} s`],
		},
		{
			name: `${name}: live updates are silent for 5 s at most`,
			violations: load.silentMs <= SILENCE_MS.updates ? [] : [`${load.silentMs} ms`],
		},
		{
			name: `${name}: PostgreSQL's default of 100 connections is enough`,
			violations: load.connections <= CONNECTIONS ? [] : [`${load.connections} connections`],
		},
		{ name: `${name}: nobody is asked about the database`, violations: asked.map(() => "asked") },
	];
}
