/** A month of a business at the real sandbox, over HTTP, with discrepancies that a reconciliation has to find. */

import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import type { ExceptionKind } from "#lib/contracts/reconciliation.ts";
import { parseDecimal } from "#lib/money.ts";
import type { Context } from "#server/context.ts";
import { createLog } from "#server/log.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { createSandbox } from "#server/sandbox/app.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import type { SandboxLine as Line } from "#tests/integration/server/sandbox/test-sandbox.ts";
import { type FixedClock, fixedClock, person, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { seededRandom } from "#tests/support/random.ts";
import { insertRows } from "#tests/support/rows/rows.ts";
import { clientOf, inTime, TEST_KEY, TEST_SECRET } from "#tests/support/service/momo-client.ts";

export interface Injected {
	kind: ExceptionKind;
	/** The affected payment; null for a line. */
	paymentId: string | null;
	/** Facts of the line as the service shows it; null when it shows none. */
	line: { type: string; amount: string; at: string } | null;
	/** Amounts that the balance contains and the list does not, each at its time. */
	gaps: { at: number; effect: bigint }[];
}

export interface Month {
	context: Context;
	clock: FixedClock;
	injected: Injected[];
	payments: number;
}

const CURRENCY = "XOF";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST_DAY = new Date("2026-10-01T00:00:00.000Z");
const DAYS = 30;
// Few amounts, so that many are equal.
const AMOUNTS = ["5000", "7500", "10000", "12500", "15000", "20000", "25000", "40000", "60000", "85000"];

/** Deterministic for a seed. */
export async function liveMonth(seed: number): Promise<Month> {
	const { url, database } = await createTestDatabase();
	const clock = fixedClock(FIRST_DAY);
	const log = createLog("silent", "test");
	const options = { databaseUrl: url, port: 0, apiKey: TEST_KEY, apiSecret: TEST_SECRET, log };
	const running = await createSandbox({ ...options, realNow: () => clock.now().getTime(), random: () => 0.5 });
	// Long limits, because these tests are not about limits, and a busy machine needs time.
	const limits = { postHeadersMs: 15_000, postTotalMs: 30_000, readHeadersMs: 15_000, readTotalMs: 30_000 };
	const service = clientOf(new URL(running.baseUrl), { limits });
	const config = testConfig({ MOMO_BASE_URL: running.baseUrl, DATABASE_URL: url });
	const system = systemContext({ database, service, clock, config });
	const context = await person(system, "admin");
	const close = async () => {
		await service.close();
		await running.close();
	};
	afterAll(close);
	const random = seededRandom(seed);
	const injected: Injected[] = [];
	let payments = 0;

	const control = async (method: string, path: string, body?: unknown) => {
		const response = await fetch(`${running.url}/control${path}`, {
			method,
			headers: { "content-type": "application/json" },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return response.json();
	};
	const pass = async (ms: number) => {
		clock.advance(ms);
		await running.settle();
	};
	const until = async (at: number) => {
		if (at > clock.now().getTime()) await pass(at - clock.now().getTime());
	};
	const look = () => keepBalance(system, { currency: CURRENCY });
	const lines = async () => (await control("GET", `/movements?currency=${CURRENCY}`)).items as Line[];

	/** A payment through the service, and the desk's own record of it. */
	const pay = async (kind: "deposit" | "payout", amount: string): Promise<{ id: string; reference: string }> => {
		const sentAt = clock.now();
		const order = { amountMinor: parseDecimal(amount) ?? 0n, currency: CURRENCY, operator: "mtn-ci", country: "CI" };
		const number = `22505${String(10_000 + payments).padStart(5, "0")}789`;
		const { answer } =
			kind === "deposit"
				? await service.startDeposit({ ...order, phoneNumber: number, opaqueId: randomUUID() }, inTime)
				: await service.startPayout({ ...order, destination: `+${number}`, metadata: {} }, inTime);
		// A payer of this number pays after three seconds.
		if (kind === "deposit") await pass(4_000);
		const seen = await service.readStatus(answer.reference);
		if (seen?.status !== "success") throw new Error(`${answer.reference}: ${seen?.status}`);
		const id = `payment-${seed}-${payments}`;
		payments += 1;
		await insertRows(database, "payment", {
			...{ id, kind, state: "succeeded", environment: config.environment, amount, currency: CURRENCY },
			...{ operator: "mtn-ci", operator_name: "MTN", country: "CI", phone_number: `+${number}` },
			...{ idempotency_key: id, request_digest: id, maker_id: context.member.id, reference: answer.reference },
			...{ opaque_id: id, created_at: sentAt, sent_at: sentAt, final_at: clock.now() },
			processed_at: new Date(seen.processed_at ?? sentAt),
		});
		await insertRows(database, "payment_event", {
			...{ payment_id: id, at: clock.now(), state: "succeeded", version: 1, event: "succeeded", by_kind: "service" },
		});
		return { id, reference: answer.reference };
	};

	const effect = ({ type, amount, fee }: Pick<Line, "type" | "amount" | "fee">) => {
		const [sum, charge] = [parseDecimal(amount) ?? 0n, parseDecimal(fee) ?? 0n];
		return type === "deposit" ? sum - charge : -(sum + charge);
	};
	const facts = ({ type, amount, createdAt }: Line) => ({ type, amount, at: createdAt });

	const inject = async (kind: ExceptionKind, step: number, amount: string) => {
		const ofPayout = step % 2 === 0;
		// Half of them change the balance, half do not: neither balance nor list alone must be needed to find them.
		const balance = step % 4 >= 2;
		if (kind === "foreign") {
			const type = ofPayout ? "withdrawal" : "deposit";
			const line: Line = await control("POST", "/movements", { currency: CURRENCY, type, amount, fee: "110", balance });
			const gaps = balance ? [] : [{ at: Date.parse(line.createdAt), effect: -effect(line) }];
			injected.push({ kind, paymentId: null, line: facts(line), gaps });
			return;
		}
		const { id: paymentId, reference } = await pay(ofPayout ? "payout" : "deposit", amount);
		const line = (await lines()).find((one) => one.reference === reference);
		if (!line) throw new Error(`no line of ${reference}`);
		const at = Date.parse(line.createdAt);
		const change = (body: Record<string, unknown>): Promise<Line> => control("POST", `/movements/${line.id}`, body);
		const one = { at, effect: effect(line) };
		if (kind === "missing") {
			await change({ action: "drop", balance });
			injected.push({ kind, paymentId, line: null, gaps: balance ? [] : [one] });
		} else if (kind === "doubled") {
			await change({ action: "double", balance });
			injected.push({ kind, paymentId, line: facts(line), gaps: balance ? [] : [{ at, effect: -one.effect }] });
		} else if (kind === "late") {
			const late = await change({ action: "delay", byMs: 26 * HOUR + random(40) * HOUR });
			const back = { at: Date.parse(late.createdAt), effect: -one.effect };
			injected.push({ kind, paymentId, line: facts(late), gaps: [one, back] });
		} else {
			const other = await change({ action: "alter", amount: String(Number.parseInt(amount, 10) + 1_300), balance });
			const gap = { at, effect: one.effect - effect(other) };
			injected.push({ kind, paymentId, line: facts(other), gaps: balance ? [] : [gap] });
		}
	};

	await control("POST", "/funds", { currency: CURRENCY, amount: "90000000" });
	await pass(HOUR);
	await look();
	const plan = planDiscrepancies(random);
	for (let day = 0; day < DAYS; day += 1) {
		for (let slot = 0; slot < SLOTS; slot += 1) {
			await until(FIRST_DAY.getTime() + day * DAY + (7 + slot * 4) * HOUR + random(30) * 60_000);
			const count = 1 + random(4);
			for (let turn = 0; turn < count; turn += 1) {
				const amount = AMOUNTS[random(AMOUNTS.length)] ?? "5000";
				const kind = random(5) < 3 ? "deposit" : "payout";
				await pay(kind, amount);
				// An equal payment in the same minute, sometimes at the same instant.
				if (random(4) === 0) await pay(kind, amount);
				await pass(1_000 + random(150) * 1_000);
				if (random(3) === 0) await look();
			}
			const discrepancy = plan.get(day * SLOTS + slot);
			if (discrepancy) await inject(discrepancy.kind, discrepancy.step, discrepancy.amount);
			await pass(1_000 + random(120) * 1_000);
			await look();
		}
		await until(FIRST_DAY.getTime() + day * DAY + 23 * HOUR + 50 * 60_000);
		await look();
		await syncMovements(system, { currency: CURRENCY });
		await reconcileWallet(system, { currency: CURRENCY });
		await proveDays(system, { currency: CURRENCY });
	}
	await pass(2 * DAY);
	await look();
	await syncMovements(system, { currency: CURRENCY });
	await reconcileWallet(system, { currency: CURRENCY });
	await proveDays(system, { currency: CURRENCY });
	return { context, clock, injected, payments };
}

const SLOTS = 4;
const KINDS: readonly ExceptionKind[] = ["missing", "doubled", "foreign", "late", "wrong_amount"];

/** Twenty discrepancies, four of each kind, at different places in the first 25 days, with amounts that make no two equal. */
function planDiscrepancies(random: (below: number) => number) {
	const places = new Set<number>();
	while (places.size < 20) places.add(random(25 * SLOTS));
	return new Map(
		[...places].map((place, index) => {
			const step = Math.floor(index / KINDS.length);
			const kind = KINDS[index % KINDS.length] ?? "missing";
			const own = kind === "foreign" || random(2) === 0 ? String(7_000 + index * 110) : AMOUNTS[index % 10];
			return [place, { kind, step, amount: own ?? "5000" }];
		}),
	);
}
