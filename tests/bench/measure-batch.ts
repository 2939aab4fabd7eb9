/** The built programs send a batch to the sandbox: its duration, answer times of pages meanwhile, and memory. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Batch } from "#lib/contracts/batch.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { systemClock } from "#server/context.ts";
import { figuresOf } from "#tests/bench/figures.ts";
import { type DeskHand, deskHand } from "#tests/support/browser/desk-hand.ts";
import { type Stack, startStack } from "#tests/support/browser/stack.ts";
import { startTestPostgres } from "#tests/support/database/postgres-server.ts";
import { sandboxClient } from "#tests/support/service/sandbox-client.ts";

export const ROWS = 5_000;
const LANES = 16;
const READ_EVERY_MS = 200;
const GIVE_UP_MS = 15 * 60_000;

/** `serviceMs`: the service's time for a payout's POST. `seconds`: approval → answer of the last POST. */
export async function measureBatch(serviceMs: number, rows = ROWS) {
	const postgres = await startTestPostgres({ onDisk: true, isDurable: true });
	const logFolder = mkdtempSync(join(tmpdir(), "cauri-bench-batch-"));
	try {
		const environment = { PAYOUT_LANES: String(LANES), LOG_LEVEL: "info" };
		const desk = await startStack({ ...postgres, canary: "bench-secret", logFolder, name: "batch", environment });
		try {
			return await sendBatch(desk, { serviceMs, rows });
		} finally {
			await desk.stop();
		}
	} finally {
		await postgres.stop();
		rmSync(logFolder, { recursive: true, force: true });
	}
}

async function sendBatch(desk: Stack, { serviceMs, rows }: { serviceMs: number; rows: number }) {
	const slow = { endpoint: "payout", fault: "slow", params: { ms: serviceMs } };
	if (serviceMs > 0) await sandboxClient(desk.sandboxOrigin).addFault(slow);
	const [maker, approver] = [await addPerson(desk, "maker"), await addPerson(desk, "approver")];
	const made = await maker.post<Batch>("/api/batches", { name: "Salaries", rows: Array.from({ length: rows }, rowOf) });
	const path = `/api/batches/${made.id}/decision`;
	const asked = await maker.post<Batch>(path, { decision: "request", version: made.version });
	const began = performance.now();
	await approver.post(path, { decision: "approve", version: asked.version });
	const isDone = { yes: false };
	const pages = readPages(desk.origin, maker.cookie, ["/", `/batches/${made.id}`, "/transactions"], isDone);
	await until(desk, rows).finally(() => {
		isDone.yes = true;
	});
	const seconds = (performance.now() - began) / 1_000;
	return {
		...{ seconds, aSecond: rows / seconds, pagesP95Ms: figuresOf(await pages).p95Ms },
		waitingCost: await readWaitingCost(desk),
		...{ webMb: peakMb(desk.webPid()), workerMb: peakMb(desk.workerPid()) },
	};
}

async function addPerson({ database, origin }: Stack, name: string): Promise<DeskHand> {
	const person = { email: `${name}@cauri.example`, password: `kapok-${randomBytes(9).toString("hex")}` };
	await createAsOwner(database, systemClock, { ...person, name, role: "admin" });
	return deskHand(origin, person);
}

/** The sandbox treats numbers that end with a nine in its own way, so none does here. */
function rowOf(_: unknown, n: number) {
	const destination = `+22507${String(n).padStart(7, "0")}0`;
	return { destination, amount: String(1_000 + (n % 500)), currency: "XOF", name: `Person ${n}`, purpose: "Salary" };
}

async function readPages(origin: string, cookie: string, paths: string[], isDone: { yes: boolean }): Promise<number[]> {
	const taken: number[] = [];
	for (let turn = 0; !isDone.yes; turn += 1) {
		const began = performance.now();
		const page = await fetch(origin + paths[turn % paths.length], { headers: { cookie } });
		await page.arrayBuffer();
		if (!page.ok) throw new Error(`${page.url}: ${page.status}`);
		taken.push(performance.now() - began);
		await pause(READ_EVERY_MS);
	}
	return taken;
}

async function until({ pool }: Stack, rows: number): Promise<void> {
	const giveUpAt = performance.now() + GIVE_UP_MS;
	for (;;) {
		const answered = await pool.query<{ count: number }>("select count(answered_at)::int as count from attempt");
		const count = answered.rows[0]?.count ?? 0;
		if (count === rows) return;
		if (performance.now() > giveUpAt) throw new Error(`${count} of ${rows} payouts have left`);
		await pause(250);
	}
}

/** A payout's time while nine tenths wait ÷ while one tenth waits; lanes open in the first tenth and end in the last. */
async function readWaitingCost({ pool }: Stack): Promise<number> {
	const { rows } = await pool.query<{ tenth: number; ms: number }>(`
		select tenth, extract(epoch from max(permitted_at) - min(permitted_at))::float8 * 1000 as ms
		from (select permitted_at, ntile(10) over (order by permitted_at) as tenth from attempt) as sent
		where tenth in (2, 9) group by tenth order by tenth`);
	return (rows[0]?.ms ?? 0) / (rows[1]?.ms ?? 1);
}

function peakMb(pid: number): number {
	return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
}
