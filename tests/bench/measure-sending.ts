/**
 * Payouts per second by one and two workers in turn, on a synced disk: one wallet with eight lanes and an instant service,
 * five wallets with sixteen and one of 500 ms. Also durable writes per payout, and approval → first byte with an idle worker.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { type Figures, figuresOf } from "#tests/bench/figures.ts";
import { startBenchWorker } from "#tests/bench/start-bench-worker.ts";
import { contextFor, people, systemContext, testConfig } from "#tests/support/contexts.ts";
import { databaseUrl, runAsAdmin, startTestPostgres } from "#tests/support/database/postgres-server.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

/** One worker fills a wallet's lanes. It has 24 slots, so five wallets have lanes that even two workers do not fill. */
const ONE_WALLET: Load = { wallets: ["XOF"], lanes: 8, serviceMs: 0, payouts: 200, from: 10 };
const FIVE_WALLETS: Load = {
	...{ wallets: ["XOF", "XAF", "GHS", "GNF", "UGX"], lanes: 16, serviceMs: 500 },
	...{ payouts: 1_500, from: 750 },
};
const OPERATORS: Record<Wallet, { operator: string; country: string; prefix: string }> = {
	XOF: { operator: "orange-money-ci", country: "CI", prefix: "+22507" },
	XAF: { operator: "orange-money-cm", country: "CM", prefix: "+2376" },
	GHS: { operator: "orange-money-gh", country: "GH", prefix: "+2332" },
	GNF: { operator: "orange-money-gn", country: "GN", prefix: "+2246" },
	UGX: { operator: "orange-money-ug", country: "UG", prefix: "+2567" },
};
/** Digits after an operator's prefix. */
const DIGITS = 8;
const FUNDS = 900_000_000;
const ROUNDS = 3;
const SINGLE = 40;

interface Load {
	wallets: readonly Wallet[];
	/** Lanes of each wallet. */
	lanes: number;
	/** The service's time for a POST. */
	serviceMs: number;
	payouts: number;
	/** The rate is counted from this POST on, because the wallets open their lanes before it. */
	from: number;
}
type Wallet = "XOF" | "XAF" | "GHS" | "GNF" | "UGX";

interface SendingRun {
	aSecond: number;
	/** Durable writes per payout. */
	flushes: number;
	/** The longest stall of any worker. */
	stallMs: number;
	/** The longest stretch in which the program itself was busy. */
	ownStallMs: number;
}

/** The runs by one worker and by two. */
export interface SendingFigures {
	oneWallet: SendingPair;
	fiveWallets: SendingPair;
	/** Approval → first byte of the POST, in milliseconds. */
	alone: Figures;
}
interface SendingPair {
	one: SendingRun[];
	two: SendingRun[];
}

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let number = 0;

export async function measureSending(): Promise<SendingFigures> {
	postgres = await startTestPostgres({ onDisk: true, isDurable: true });
	try {
		return {
			oneWallet: await sendInTurn(ONE_WALLET),
			fiveWallets: await sendInTurn(FIVE_WALLETS),
			alone: await measureOneByOne(),
		};
	} finally {
		await postgres.stop();
	}
}

async function sendInTurn(load: Load): Promise<SendingPair> {
	const [one, two]: [SendingRun[], SendingRun[]] = [[], []];
	for (let round = 0; round < ROUNDS; round += 1) {
		one.push(await sendMany(1, load));
		two.push(await sendMany(2, load));
	}
	return { one, two };
}

/** All payouts are approved while sending is stopped. */
async function sendMany(workers: number, load: Load): Promise<SendingRun> {
	return withDesk(load, async (desk) => {
		const folders = Array.from({ length: workers }, () => mkdtempSync(join(tmpdir(), "cauri-bench-worker-")));
		const running = await Promise.all(folders.map((folder) => desk.startWorker(folder)));
		try {
			await stopSending(desk.pool);
			for (let count = 0; count < load.payouts; count += 1) await desk.approve();
			await goOn(desk.pool);
			await until(() => desk.arrivals.length >= load.from);
			const [before, from] = [await walSyncs(desk.pool), desk.arrivals.length];
			await until(() => desk.arrivals.length >= load.payouts);
			const flushes = ((await walSyncs(desk.pool)) - before) / (load.payouts - from);
			const [first = 0, last = 0] = [desk.arrivals[from], desk.arrivals.at(-1)];
			await pause(load.serviceMs + 500);
			const longest = (name: string) =>
				Math.max(...folders.map((folder) => Number(readFileSync(join(folder, name), "utf8"))));
			const aSecond = ((load.payouts - 1 - from) / (last - first)) * 1_000;
			return { aSecond, flushes, stallMs: longest("worker.stall"), ownStallMs: longest("worker.own") };
		} finally {
			await Promise.all(running.map((worker) => worker.kill()));
			for (const folder of folders) rmSync(folder, { recursive: true, force: true });
		}
	});
}

/** Waits until each wallet is proved, because its payouts wait until then. */
async function stopSending(pool: Pool): Promise<void> {
	for (;;) {
		const { rowCount } = await pool.query("select from continuity_gap");
		if (rowCount === 0) break;
		await pause(50);
	}
	await pool.query("insert into setting (name, value, changed_at) values ('sending_stopped', '{}', now())");
}

/** Resumes without the two admins that the database requires. */
async function goOn(pool: Pool): Promise<void> {
	await asOwner(openDatabase(pool), (trx) => trx.deleteFrom("setting").where("name", "=", "sending_stopped").execute());
	await pool.query(`
		select graphile_worker.add_job('send_payment', json_build_object('paymentId', id), max_attempts => 1, job_key => 'send:' || id)
		from payment where state = 'approved' order by created_at`);
}

async function measureOneByOne() {
	return withDesk(ONE_WALLET, async (desk) => {
		const folder = mkdtempSync(join(tmpdir(), "cauri-bench-worker-"));
		const worker = await desk.startWorker(folder);
		const taken: number[] = [];
		try {
			for (let count = 0; count < SINGLE; count += 1) {
				const before = desk.arrivals.length;
				const began = await desk.approve();
				await until(() => desk.arrivals.length > before);
				if (count >= SINGLE / 10) taken.push((desk.arrivals.at(-1) ?? 0) - began);
				await pause(150);
			}
		} finally {
			await worker.kill();
			rmSync(folder, { recursive: true, force: true });
		}
		return figuresOf(taken);
	});
}

interface BenchDesk {
	pool: Pool;
	arrivals: number[];
	/** Requests and approves a payout; resolves with the time before the approval. */
	approve(): Promise<number>;
	startWorker(folder: string): ReturnType<typeof startBenchWorker>;
}

async function withDesk<T>(load: Load, work: (desk: BenchDesk) => Promise<T>): Promise<T> {
	const name = `cauri_bench_${randomBytes(6).toString("hex")}`;
	await runAsAdmin(postgres.adminUrl, `create database ${name} template ${postgres.template}`);
	const url = databaseUrl(postgres.adminUrl, name);
	const pool = openPool(url);
	const database = openDatabase(pool);
	await askNoSecondFactor(database);
	for (const currency of load.wallets)
		await pool.query(
			`insert into operator (code, name, flow, window_minutes, country, currency, prefixes, enabled)
			values ($1, 'Orange Money', 'otp', 10, $2, $3, '[]', true) on conflict do nothing`,
			[OPERATORS[currency].operator, OPERATORS[currency].country, currency],
		);
	const arrivals: number[] = [];
	const service = await playService(load.serviceMs, arrivals);
	const dataDir = mkdtempSync(join(tmpdir(), "cauri-bench-data-"));
	const shared = {
		MOMO_BASE_URL: service.baseUrl.href,
		DATABASE_URL: url,
		DATA_DIR: dataDir,
		WALLET_CURRENCIES: load.wallets.join(","),
	};
	const environment = { ...shared, PAYOUT_LANES: String(load.lanes) };
	const config = testConfig(environment);
	const system = systemContext({ database, config, clock: { now: () => new Date() } });
	const { maker, approver } = await people(system);
	const approve = async () => {
		number += 1;
		const currency = load.wallets[number % load.wallets.length] as Wallet;
		const { operator, country, prefix } = OPERATORS[currency];
		const destination = `${prefix}${String(number).padStart(DIGITS, "0")}`;
		const input = { amount: "45000", currency, operator, country, destination, metadata: {} };
		const { id, version } = await requestPayout(maker, input, randomBytes(12).toString("hex"));
		const began = performance.now();
		await decidePayout(contextFor(system, approver.member), { id, decision: "approve", version });
		return began;
	};
	try {
		return await work({ pool, arrivals, approve, startWorker: (folder) => startBenchWorker(environment, folder) });
	} finally {
		await service.close();
		await pool.end();
		await runAsAdmin(postgres.adminUrl, `drop database if exists ${name} with (force)`);
		rmSync(dataDir, { recursive: true, force: true });
	}
}

/** Balances and lists show each payout when its answer leaves. */
async function playService(serviceMs: number, arrivals: number[]) {
	const service = await startScriptedService();
	const paid = new Map<string, { amount: string; at: string }[]>();
	service.answer(async ({ method, path, body }, respond) => {
		const [, asked = "", list] = /\/wallets\/fiat\/(\w+)\/(movements\/)?/.exec(path) ?? [];
		const lines = paid.get(asked) ?? [];
		if (list)
			return respond.json(
				200,
				lines.map(({ amount, at }) => movementOf(asked, amount, at)),
			);
		if (asked) {
			const balance = `${FUNDS - lines.reduce((sum, { amount }) => sum + Number(amount), 0)}.00`;
			const updatedAt = lines.at(-1)?.at ?? "2026-03-10T08:59:00Z";
			return respond.json(200, {
				wallet_reference: `WF-${asked}`,
				balance,
				currency_code: asked,
				updated_at: updatedAt,
			});
		}
		if (method !== "POST") return respond.json(404, { detail: "Not found." });
		arrivals.push(performance.now());
		if (serviceMs > 0) await pause(serviceMs);
		const { amount, currency } = JSON.parse(body) as { amount: number; currency: string };
		const at = new Date().toISOString();
		paid.set(currency, [...(paid.get(currency) ?? []), { amount: `${amount}.00`, at }]);
		respond.json(201, {
			...{ reference: `TX-${randomBytes(8).toString("hex")}`, opaque_id: "their-own-id" },
			...{ transaction_type: "withdrawal", type: "fiat", status: "success", amount: `${amount}.00`, currency },
			...{ operator_name: "Orange Money", created_at: at, processed_at: null },
		});
	});
	return service;
}

function movementOf(currency: string, amount: string, createdAt: string) {
	return { movement_type: "withdrawal", amount, fee_amount: "0.00", currency_code: currency, created_at: createdAt };
}

async function walSyncs(pool: Pool): Promise<number> {
	const { rows } = await pool.query<{ syncs: string }>(
		"select sum(fsyncs) as syncs from pg_stat_io where object = 'wal'",
	);
	return Number(rows[0]?.syncs ?? 0);
}

async function until(isSo: () => boolean): Promise<void> {
	const giveUpAt = performance.now() + 120_000;
	while (!isSo()) {
		if (performance.now() > giveUpAt) throw new Error("it did not come in two minutes");
		await pause(2);
	}
}
