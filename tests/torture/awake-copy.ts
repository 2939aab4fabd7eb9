/** A copy of the whole desk starts beside the running one: a payout that waits for money in both leaves once. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { openPool } from "#server/store/database.ts";
import { type Deployment, WALLETS } from "#tests/torture/deployment.ts";
import type { KeptProgram } from "#tests/torture/kept-program.ts";
import { placeWithoutMoney, topUp, untilLeft } from "#tests/torture/low-balance.ts";
import { takeSnapshot } from "#tests/torture/put-back.ts";
import { processesOf, trySignal, untilGone } from "#tests/torture/server-processes.ts";
import { postsOf, type TortureContext, until } from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";
import type { Check } from "#tests/torture/verdict.ts";
import { sleepBetweenTransactions } from "#tests/torture/waiting-payouts.ts";

const NAME = "copy awake beside the desk";
/** A payout that was requested within the last minute is not promised: it leaves from both copies at once. */
const WAITED_MS = 64_000;
const AWAKE_LIMIT_MS = 60_000;
/** A wallet that lacks money is read once a minute, and its lines after that. */
const STILL_LIMIT_MS = 90_000;
/** A second POST would be sent within this time, which is longer than a random turn. */
const WATCHED_MS = 20_000;

interface Copy {
	pool: Pool;
	worker: KeptProgram;
	stop(): Promise<void>;
}

/** Needs a quiet desk: nothing else may be approved when the copy is taken. */
export async function wakeCopy(context: TortureContext, tally: Tally): Promise<Check[]> {
	const waiting = await placeWithoutMoney(context);
	if (waiting === null) throw new Error("the payouts that the copy needs do not wait for money");
	await pause(WAITED_MS);
	const copy = await startCopy(context.deployment);
	const from = Date.now();
	try {
		const isAwake = await until(() => isProved(copy), AWAKE_LIMIT_MS);
		await topUp(context, waiting);
		const left = await untilLeft(context, waiting);
		// The other desk still lacks money. After another top-up, the wallet's lines must tell it what has left.
		await topUp(context, waiting);
		const standsStill = await until(
			async () => (await isStandingStill(context.deployment.victim.pool)) || (await isStandingStill(copy.pool)),
			STILL_LIMIT_MS,
		);
		await pause(WATCHED_MS);
		const posts = await Promise.all(waiting.map(({ order }) => postsOf(context.deployment, order)));
		return [
			{
				name: "of two copies that are awake, one sends what waited for money, once",
				violations: [
					...(isAwake ? [] : ["the copy did not wake"]),
					...(left && posts.every((count) => count === 1) ? [] : [`POSTs for each: ${posts.join(", ")}`]),
				],
			},
			{ name: "the other says that it stands still", violations: standsStill ? [] : ["neither does"] },
		];
	} finally {
		await copy.stop();
		// The copy and its database are deleted, so its acts count as lost.
		tally.lost({ name: NAME, from, to: Date.now(), waiting: [], ofDatabase: true, ofFolder: false });
	}
}

/** The same database and data folder, with a server and a worker of its own, at the same service. */
async function startCopy(deployment: Deployment): Promise<Copy> {
	const folder = join(deployment.folder, "awake-copy");
	const paths = { database: join(deployment.folder, "awake-copy-database"), folder: join(folder, "data") };
	mkdirSync(folder, { recursive: true, mode: 0o755 });
	const asleep = await sleepBetweenTransactions(deployment);
	try {
		await takeSnapshot(deployment, paths);
	} finally {
		for (const worker of asleep) worker.release();
	}
	const { server, url } = await deployment.victim.startCopy(paths.database, join(folder, "postgres"));
	const pool = openPool(url, { application_name: "torture", max: 2 });
	const worker = deployment.program("copy-worker", "worker", { DATABASE_URL: url, DATA_DIR: paths.folder });
	worker.start();
	return {
		pool,
		worker,
		async stop() {
			await worker.switchOff();
			await pool.end();
			const all = processesOf(server.pid);
			trySignal(server.pid, "SIGKILL");
			await untilGone(all);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The copy's worker lives, and its wallet was proved at the start, so the copy sends as well from now on. */
async function isProved({ pool, worker }: Copy): Promise<boolean> {
	const { rowCount } = await pool.query(
		`select from worker where split_part(id, ':', 2) = $1
		and not exists (select from continuity_gap where currency = $2) and not exists (select from setting where name = 'database_mismatch')`,
		[String(worker.pid), WALLETS.low],
	);
	return rowCount === 1;
}

async function isStandingStill(pool: Pool): Promise<boolean> {
	const { rowCount } = await pool.query("select from continuity_gap where currency = $1 and finding is not null", [
		WALLETS.low,
	]);
	return rowCount === 1;
}
