/** The whole desk over a service with a long list: the time of the first rows, and delays during a refresh. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { MovementList } from "#lib/contracts/movement.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { systemClock } from "#server/context.ts";
import { figuresOf } from "#tests/bench/figures.ts";
import { signInOnce } from "#tests/bench/hammer-sign-in.ts";
import { forgetStalls, readStalls } from "#tests/bench/late-payouts.ts";
import { openListService } from "#tests/bench/open-list-service.ts";
import { type Stack, startStack } from "#tests/support/browser/stack.ts";

const REFRESHES = 5;
const QUIET_MS = 5_000;
const person = { email: "reader@cauri.example", password: "kapok-baobab-91-fromager" };

/** In ms. `page`: median over refreshes of the page's slowest answer; the others: longest stalls, `quietWeb` without a refresh. */
export async function measureRefresh(postgres: { adminUrl: string; template: string }, rows: number) {
	const folder = mkdtempSync(join(tmpdir(), "cauri-bench-"));
	const list = await openListService(rows);
	const environment = {
		...{ NODE_OPTIONS: "--import=./tests/bench/watch-stalls.ts", STALLS_FOLDER: folder },
		...{ WALLET_CURRENCIES: "XOF", LOG_LEVEL: "warn" },
	};
	const names = { canary: "bench-secret", logFolder: folder, name: "bench-list" };
	const desk = await startStack({ ...postgres, ...names, serviceUrl: list.baseUrl, environment });
	try {
		const read = await reader(desk);
		await until(async () => (await read()).syncedAt !== null);
		const taken: number[] = [];
		await list.add(10);
		await refresh(desk, read);
		forgetStalls(folder);
		for (let time = 0; time < REFRESHES; time += 1) {
			await list.add(10);
			taken.push(await refresh(desk, read));
		}
		const { web, worker } = await readStalls(folder);
		// The same pages without a refresh, on this machine at this time.
		forgetStalls(folder);
		const over = performance.now() + QUIET_MS;
		await until(async () => {
			await read();
			return performance.now() > over;
		});
		const quiet = await readStalls(folder);
		return { page: figuresOf(taken).medianMs, web, worker, quietWeb: quiet.web };
	} finally {
		list.stop();
		await desk.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

async function reader(desk: Stack): Promise<() => Promise<MovementList>> {
	await createAsOwner(desk.database, systemClock, { ...person, name: "reader", role: "admin" });
	const signedIn = await signInOnce(desk.origin, person);
	const cookie = signedIn.headers
		.getSetCookie()
		.map((one) => one.split(";")[0])
		.join("; ");
	return async () => {
		const answer = await fetch(`${desk.origin}/api/wallets/XOF/movements?limit=50`, { headers: { cookie } });
		return (await answer.json()) as MovementList;
	};
}

/** Runs the worker's own job and reads the page all the while. Returns the page's slowest answer. */
async function refresh(desk: Stack, read: () => Promise<MovementList>): Promise<number> {
	const before = (await read()).mirror.rows;
	// Skips the pause that the desk leaves between two lists.
	await desk.pool.query("update movement_sync set ended_at = began_at");
	await desk.pool.query(`select graphile_worker.add_job('sync_movements', '{"currency":"XOF","asked":true}')`);
	let slowest = 0;
	await until(async () => {
		const began = performance.now();
		const { mirror } = await read();
		slowest = Math.max(slowest, performance.now() - began);
		return mirror.rows > before;
	});
	return slowest;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
	while (!(await isSo())) await pause(20);
}
