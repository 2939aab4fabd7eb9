import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FAULT_IDS, FAULTS } from "#server/sandbox/faults/fault-table.ts";
import { type Answered, KEYS, payin, payout, testSandbox } from "#tests/integration/server/sandbox/test-sandbox.ts";

const sandbox = testSandbox();
let reference = "";
let older = "";

beforeAll(async () => {
	await sandbox.control("POST", "/funds", { currency: "XOF", amount: "90000000" });
	await sandbox.control("POST", "/funds", { currency: "XAF", amount: "5000" });
	for (let made = 0; made < 6; made += 1) {
		await sandbox.advance(60_000);
		older = reference;
		reference = String((await sandbox.post("/transactions/payout/", payout({ amount: 1000 + made }))).json.reference);
	}
});

beforeEach(() => sandbox.control("DELETE", "/faults"));

async function set(endpoint: string, fault: string, params: Record<string, unknown> = {}, more = {}): Promise<void> {
	const { status, text } = await sandbox.control("POST", "/faults", { endpoint, fault, params, ...more });
	expect(status, text).toBe(201);
}

const pay = () => sandbox.post("/transactions/payout/", payout({ amount: 5000 }));
const detail = () => sandbox.get(`/transactions/detail/${reference}/`);
const status = () => sandbox.get(`/transactions/status/${reference}/`);
const movements = () => sandbox.get("/wallets/fiat/XOF/movements/");
const made = async () => ((await sandbox.control("GET", "/transactions")).json.items as unknown[]).length;

describe("time and connections", () => {
	test("slow: the true answer, later", async () => {
		await set("payout", "slow", { ms: 150 });
		const began = performance.now();
		expect((await pay()).json.status).toBe("success");
		expect(performance.now() - began).toBeGreaterThanOrEqual(145);
	});

	test("error-before names the time and the words that it was given", async () => {
		await set("payout", "error-before", { status: 429, retryAfterSeconds: 7, detail: "<b>no</b>" });
		const limited = await pay();
		expect([limited.status, limited.headers.get("retry-after"), limited.json.detail]).toEqual([429, "7", "<b>no</b>"]);
	});

	test("flap fails a share of the requests", async () => {
		// This test's sandbox always draws 0.5.
		await set("all", "flap", { percent: 51 }, { times: 1 });
		expect((await detail()).status).toBe(503);
		await set("all", "flap", { percent: 50 }, { times: 1 });
		expect((await detail()).status).toBe(200);
	});
});

describe("what the answer says", () => {
	const cases: [string, Record<string, unknown>, (answer: Answered) => void][] = [
		["empty-body", {}, (answer) => expect([answer.status, answer.text]).toEqual([200, ""])],
		[
			"html",
			{},
			(answer) => expect([answer.headers.get("content-type"), answer.json]).toEqual(["text/html; charset=utf-8", null]),
		],
		["wrong-content-type", {}, (answer) => expect(answer.headers.get("content-type")).toContain("text/plain")],
		["cut-json", { keepBytes: 30 }, (answer) => expect([answer.text.length, answer.json]).toEqual([30, null])],
		["no-reference", {}, (answer) => expect(answer.json).not.toHaveProperty("reference")],
		["unknown-status", { status: "in_limbo" }, (answer) => expect(answer.json.status).toBe("in_limbo")],
		["taken-back", {}, (answer) => expect(answer.json.status).toBe("failed")],
		["extra-fields", {}, (answer) => expect(answer.json).toHaveProperty("links")],
		["hostile-text", {}, (answer) => expect(answer.text).toContain("<script>")],
		["wrong-money-types", {}, (answer) => expect(answer.text).toMatch(/"amount":5000\.00[,}]/)],
		["wrong-money-types", { as: "missing" }, (answer) => expect(answer.json).not.toHaveProperty("amount")],
		["other-amount", { add: "0.01" }, (answer) => expect(answer.json.amount).toBe("5000.01")],
		["other-currency", {}, (answer) => expect(answer.json.currency).toBe("USD")],
		["other-type", {}, (answer) => expect(answer.json.transaction_type).toBe("refund")],
	];

	test.each(cases)("%s %j: a payout is done and told so", async (fault, params, check) => {
		const before = await made();
		await set("payout", fault, params);
		check(await pay());
		expect(await made()).toBe(before + 1);
	});

	test("history-unordered: newest first", async () => {
		await set("history", "history-unordered");
		const { json } = await sandbox.get(`/transactions/history/${reference}/`);
		expect((json.history as { status: string }[]).map((entry) => entry.status)).toEqual(["success", "pending"]);
	});
});

describe("balance and movements", () => {
	test("movements-cut, -duplicated, -unsorted, -many", async () => {
		const { json: all } = await movements();
		const sorted = (list: unknown[]) => list.map((row) => JSON.stringify(row)).sort();
		await set("movements", "movements-cut", { rows: 3 }, { times: 1 });
		expect((await movements()).json).toEqual(all.slice(0, 3));
		await set("movements", "movements-duplicated", {}, { times: 1 });
		expect((await movements()).json.length).toBeGreaterThan(all.length);
		await set("movements", "movements-unsorted", {}, { times: 1 });
		expect(sorted((await movements()).json)).toEqual(sorted(all));
		await set("movements", "movements-many", { rows: 12_000 }, { times: 1 });
		const { json: many } = await movements();
		expect(many).toHaveLength(12_000);
		expect(many.slice(0, all.length)).toEqual(all);
		await set("movements", "wrong-money-types", { as: "comma" }, { times: 1 });
		expect((await movements()).text).toContain('"fee_amount":"0,00"');
	});
});

describe("the controls of faults", () => {
	test("use a fault up after its times, keep it without, and forget it on demand", async () => {
		await set("status", "error-before", {}, { times: 2 });
		const codes = [await status(), await status(), await status()].map((answer) => answer.status);
		expect(codes).toEqual([500, 500, 200]);
		await set("status", "error-before");
		const { json } = await sandbox.control("GET", "/faults");
		expect(json.items).toMatchObject([
			{ endpoint: "status", fault: "error-before", params: { status: 500 }, timesLeft: null },
		]);
		await sandbox.control("DELETE", "/faults");
		expect((await status()).status).toBe(200);
	});

	test("let a fault meet only the requests that carry a text", async () => {
		await set("status", "error-before", {}, { match: older });
		expect((await status()).status).toBe(200);
		expect((await sandbox.get(`/transactions/status/${older}/`)).status).toBe(500);
	});

	test("refuse what is not known: fault, endpoint, parameter", async () => {
		const wrong = [
			{ endpoint: "status", fault: "no-such" },
			{ endpoint: "nowhere", fault: "slow" },
			{ endpoint: "status", fault: "slow", params: { seconds: 3 } },
			{ endpoint: "status", fault: "slow", times: 0 },
		];
		for (const body of wrong) expect((await sandbox.control("POST", "/faults", body)).status).toBe(400);
	});

	test("leave the refusal of a wrong key as it is where the fault does the thing first", async () => {
		await set("payout", "error-after", { status: 500 });
		const before = await made();
		await sandbox.post("/transactions/payout/", payout(), {
			...KEYS,
			"api-secret": "wrong",
			"content-type": "application/json",
		});
		expect(await made()).toBe(before);
	});

	test("know every fault by defaults alone: each is accepted and answers or breaks off", async () => {
		for (const id of FAULT_IDS.filter((name) => !name.startsWith("hang"))) {
			expect(FAULTS[id].summary).not.toBe("");
			await set("payin", id, id === "slow" ? { ms: 1 } : {}, { times: 1 });
			const outcome = await sandbox.post("/transactions/payin/", payin()).then(
				(answer) => answer.status,
				() => "broken",
			);
			expect(outcome, id).toSatisfy((seen) => seen === "broken" || typeof seen === "number");
		}
		expect((await sandbox.control("GET", "/faults")).json.items).toEqual([]);
	});
});
