import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { toDecimal } from "#lib/money.ts";
import { totalMinor } from "#server/sandbox/seed/draft.ts";
import { makeSeedHistory } from "#server/sandbox/seed-history.ts";
import { seedSandbox } from "#server/sandbox/seed-sandbox.ts";
import { KEYS, payin, payout, START, testSandbox } from "#tests/integration/server/sandbox/test-sandbox.ts";

const sandbox = testSandbox();

interface Logged {
	method: string;
	path: string;
	body: string;
	state: string;
	status: number | null;
	headers: Record<string, string>;
	reference: string | null;
}

async function requests(query = ""): Promise<Logged[]> {
	return (await sandbox.control("GET", `/requests${query}`)).json.items as Logged[];
}

beforeEach(() => sandbox.control("POST", "/reset"));

describe("the log of requests", () => {
	test("holds every request of the interface with its body, its answer and its reference, and no secret", async () => {
		await sandbox.control("POST", "/funds", { currency: "XOF", amount: "500000" });
		const made = await sandbox.post("/transactions/payout/", payout());
		await sandbox.get("/wallets/fiat/ZZZ/?x=1");
		await sandbox.get("/nowhere/");
		const log = await requests();
		expect(log.map((row) => [row.method, row.path, row.state, row.status])).toEqual([
			["POST", "/api/v1/transactions/payout/", "answered", 201],
			["GET", "/api/v1/wallets/fiat/ZZZ/?x=1", "answered", 404],
			["GET", "/api/v1/nowhere/", "answered", 404],
		]);
		expect(JSON.parse(log[0]?.body ?? "")).toEqual(payout());
		expect(log[0]?.reference).toBe(made.json.reference);
		expect(log[0]?.headers["content-type"]).toBe("application/json");
		expect(JSON.stringify(log)).not.toContain("test-secret");
	});

	test("filters by method, path and time, and forgets on demand", async () => {
		await sandbox.get("/wallets/fiat/XOF/");
		await sandbox.post("/transactions/payin/", payin());
		expect(await requests("?method=post")).toHaveLength(1);
		expect(await requests("?path=/wallets/")).toHaveLength(1);
		expect(await requests("?since=2999-01-01T00:00:00Z")).toEqual([]);
		expect((await sandbox.control("GET", "/requests?since=yesterday")).status).toBe(400);
		await sandbox.control("DELETE", "/requests");
		expect(await requests()).toEqual([]);
	});

	test("has a request before it is handled, and keeps it when the sandbox goes away meanwhile", async () => {
		await sandbox.control("POST", "/funds", { currency: "XOF", amount: "500000" });
		await sandbox.control("POST", "/faults", { endpoint: "payout", fault: "slow", params: { ms: 60_000 } });
		const lost = sandbox.post("/transactions/payout/", payout()).catch(() => "lost");
		await expect.poll(() => requests("?method=POST")).toMatchObject([{ state: "arrived", status: null }]);
		await sandbox.restart();
		expect(await lost).toBe("lost");
		expect(await requests("?method=POST")).toHaveLength(1);
	});
});

describe("the seed", () => {
	test("is fast: thousands of rows take dozens of statements", async () => {
		let statements = 0;
		const counted = sandbox.database().withPlugin({
			transformQuery({ node }) {
				statements += 1;
				return node;
			},
			transformResult: async ({ result }) => result,
		});
		await seedSandbox(counted, { now: START, seed: 3 });
		expect(makeSeedHistory({ now: START, seed: 3 }).transactions.length).toBeGreaterThan(1_000);
		expect(statements).toBeGreaterThan(10);
		expect(statements).toBeLessThan(100);
	});

	test("is written once, through the ledger, and as the generator says", async () => {
		const first = await sandbox.control("POST", "/seed", { now: START.toISOString(), seed: 3 });
		expect(first.json).toEqual({ written: true, now: START.toISOString(), days: 90, seed: 3 });
		const again = await sandbox.control("POST", "/seed", { seed: 4 });
		expect(again.json).toEqual({ written: false, now: START.toISOString(), days: 90, seed: 3 });

		const history = makeSeedHistory({ now: START, seed: 3 });
		for (const currency of ["XOF", "XAF"]) {
			const ours = history.transactions.filter((one) => one.currency === currency);
			const paid = ours.filter((one) => one.status === "success");
			const sumOf = (some: typeof ours, kind: string) =>
				some.reduce((sum, one) => sum + (one.kind === kind ? totalMinor(one) : 0n), 0n);
			const pending = ours.filter((one) => one.status === "pending");
			const held = sumOf(pending, "withdrawal");
			const balance = toDecimal(sumOf(paid, "deposit") - sumOf(paid, "withdrawal") - held);
			expect((await sandbox.get(`/wallets/fiat/${currency}/`)).json.balance).toBe(balance);
			expect((await sandbox.control("GET", "/balance")).json.items).toContainEqual(
				expect.objectContaining({ currency, balance, reserved: toDecimal(held) }),
			);
			const { json } = await sandbox.get(`/wallets/fiat/${currency}/movements/`);
			expect(json).toHaveLength(paid.length);
			const times = (json as { created_at: string }[]).map((row) => row.created_at);
			expect(times).toEqual(times.toSorted().reverse());
		}
		const one = history.transactions.find((transaction) => transaction.status === "failed");
		const { json } = await sandbox.get(`/transactions/detail/${one?.reference}/`);
		expect(json).toMatchObject({ status: "failed", amount: one?.amount, currency: one?.currency });
		const { rows } = await sql`select account.id from sandbox.account left join sandbox.entry on account_id = account.id
			group by account.id having balance <> coalesce(sum(amount), 0)`.execute(sandbox.database());
		expect(rows).toEqual([]);
	});

	test("leaves a link that its payer can pay, open deposits that expire, and new references that repeat none", async () => {
		await sandbox.control("POST", "/seed", { now: START.toISOString(), seed: 2026 });
		const { json } = await sandbox.post("/transactions/payin/", payin());
		expect(json.reference).toMatch(/^DP-CI-MTN-20261120-\d{6}$/);
		const open = sandbox.database().selectFrom("transaction").select("reference").where("status", "=", "pending");
		const { reference } = await open
			.where("flow", "=", "payment_url")
			.where("expires_at", "is not", null)
			.executeTakeFirstOrThrow();
		// Nobody looked at the payer's handset before.
		await sandbox.form(`/pay/${reference}`, { answer: "pay" });
		await sandbox.advance(2_000);
		expect((await sandbox.get(`/transactions/status/${reference}/`)).json.status).toBe("success");
		await sandbox.advance(3_600_000);
		// One deposit and one payout a currency hang for ever.
		expect(await open.execute()).toHaveLength(4);
	});

	test("is refused where transactions are already", async () => {
		await sandbox.post("/transactions/payin/", payin());
		await expect(seedSandbox(sandbox.database(), { now: START })).rejects.toThrow("reset it before");
		const { status, json } = await sandbox.control("POST", "/seed", {});
		expect([status, json.detail]).toEqual([409, expect.stringContaining("reset it before")]);
	});
});

test.each(["other-amount", "other-type"])(
	"the fault %s leaves answers alone that it does not concern",
	async (fault) => {
		await sandbox.control("POST", "/funds", { currency: "XOF", amount: "500000" });
		const paths = ["/wallets/fiat/XOF/", "/wallets/fiat/XOF/movements/"];
		const answers = () => Promise.all(paths.map(async (path) => (await sandbox.get(path)).json));
		const before = await answers();
		await sandbox.control("POST", "/faults", { endpoint: "all", fault });
		expect(await answers()).toEqual(before);
	},
);

describe("settings, funds and reset", () => {
	test("are kept across a restart", async () => {
		await sandbox.control("POST", "/settings", { autopilot: true, speed: 5 });
		await sandbox.restart();
		expect((await sandbox.control("GET", "/settings")).json).toEqual({ autopilot: true, speed: 5 });
		await sandbox.control("POST", "/reset");
		expect((await sandbox.control("GET", "/settings")).json).toEqual({ autopilot: false, speed: 1 });
	});

	test("leaves each wallet its reference, by which a desk knows the account, and no page offers the reset", async () => {
		await sandbox.control("POST", "/funds", { currency: "XOF", amount: "500000" });
		const walletOf = async () => (await sandbox.get("/wallets/fiat/XOF/")).json;
		const { wallet_reference } = await walletOf();
		await sandbox.control("POST", "/reset");
		expect(await walletOf()).toMatchObject({ wallet_reference, balance: "0.00" });
		expect((await sandbox.page("/control")).text).not.toContain("/control/reset");
	});

	test.each([
		["/settings", { speed: 0 }],
		["/settings", { autopilot: "perhaps" }],
		["/clock", { advanceMs: -1 }],
		["/clock", {}],
		["/funds", { currency: "XOF", amount: "1.5" }],
		["/funds", { currency: "ZZZ", amount: "100" }],
		["/funds", { currency: "GHS", amount: "-100" }],
		["/seed", { days: 0 }],
	])("refuse %s %j", async (path, body) => {
		expect((await sandbox.control("POST", path, body)).status).toBe(400);
	});
});

describe("the pages", () => {
	test("are there in both languages, with a policy that lets nothing in from elsewhere", async () => {
		await sandbox.post("/transactions/payin/", payin());
		for (const path of ["/phone", "/phone/2250503456781", "/control"]) {
			const english = await sandbox.page(path);
			expect(english.status).toBe(200);
			expect(english.headers.get("content-security-policy")).toContain("default-src 'none'");
			expect(english.text).not.toMatch(/(src|href)="https?:/);
			expect((await sandbox.page(`${path}?lang=fr`)).text).toContain("aucun argent réel");
		}
	});

	test("show what a caller wrote as text", async () => {
		await sandbox.post("/transactions/payin/", payin({ opaque_id: "<script>alert(1)</script>" }));
		await sandbox.form("/phone/2250503456781/dial", { dialled: "<script>alert(2)</script>" });
		for (const path of ["/control", "/phone/2250503456781"])
			expect((await sandbox.page(path)).text).not.toContain("<script>alert");
	});

	test("refuse numbers of nowhere, forms of another site and names that are not this machine", async () => {
		expect((await sandbox.page("/phone/999")).status).toBe(404);
		const { url } = sandbox.running();
		const headers = { "sec-fetch-site": "cross-site" };
		expect((await fetch(`${url}/control/reset`, { method: "POST", headers })).status).toBe(403);
	});

	test("list a handset with what waits, and add money to it", async () => {
		await sandbox.post("/transactions/payin/", payin());
		expect((await sandbox.page("/phone")).text).toContain("1 waiting");
		await sandbox.form("/phone/2250503456781/money", { amount: "5000", currency: "XOF" });
		expect((await sandbox.page("/phone/2250503456781")).text).toMatch(/2\D005\D000/);
	});
});

test("an amount as the desk shows it is taken by page and control alike", async () => {
	const amount = "1 234,50";
	expect((await sandbox.control("POST", "/funds", { currency: "GHS", amount })).status).toBe(200);
	expect((await sandbox.get("/wallets/fiat/GHS/")).json.balance).toBe("1234.50");
	const phone = "/phone/233241234567";
	expect((await sandbox.page(phone)).text).not.toMatch(/1\D234\.50/);
	await sandbox.form(`${phone}/money`, { amount, currency: "GHS" });
	expect((await sandbox.page(phone)).text).toMatch(/1\D234\.50/);
});

test("closing the sandbox does not wait for answers that never come", async () => {
	await sandbox.control("POST", "/faults", { endpoint: "status", fault: "hang-before-headers" });
	const { baseUrl } = sandbox.running();
	const headers = { ...KEYS, "content-type": "application/json" };
	const lost = fetch(`${baseUrl}transactions/status/X/`, { headers }).catch(() => "lost");
	await vi.waitFor(async () => expect(await requests()).toMatchObject([{ state: "broken" }]), { timeout: 15_000 });
	// Otherwise the request would wait as long as the test may take.
	await sandbox.restart();
	expect(await lost).toBe("lost");
});
