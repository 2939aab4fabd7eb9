import { beforeAll, describe, expect, test } from "vitest";
import { payin, payout, testSandbox } from "#tests/integration/server/sandbox/test-sandbox.ts";

const sandbox = testSandbox();
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

beforeAll(async () => {
	await sandbox.control("POST", "/funds", { currency: "XOF", amount: "10000000" });
	await sandbox.control("POST", "/funds", { currency: "KES", amount: "1000" });
});

describe("starting a deposit", () => {
	test("answers the twelve fields and no others, pending, not processed", async () => {
		const { status, json } = await sandbox.post("/transactions/payin/", payin());
		expect(status).toBe(201);
		expect(json).toEqual({
			reference: expect.stringMatching(/^DP-CI-MTN-20261120-\d{6}$/),
			opaque_id: "order-1",
			transaction_type: "deposit",
			type: "fiat",
			status: "pending",
			amount: "45000.00",
			currency: "XOF",
			operator_name: "MTN MoMo",
			created_at: "2026-11-20T09:00:00.000Z",
			processed_at: null,
			payment_url: null,
			qr_code: null,
		});
	});

	test("gives a link, and the same text for the QR, with the flow payment_url", async () => {
		const body = payin({ operator: "wave-ci", phone_number: "2250708123456" });
		const { json } = await sandbox.post("/transactions/payin/", body);
		const port = new URL(sandbox.running().url).port;
		expect(json.payment_url).toBe(`http://localhost:${port}/pay/${json.reference}`);
		expect(json.qr_code).toBe(json.payment_url);
	});

	test("makes an opaque_id when the caller sends none, and two deposits of two equal requests", async () => {
		const first = await sandbox.post("/transactions/payin/", payin({ opaque_id: undefined }));
		const second = await sandbox.post("/transactions/payin/", payin({ opaque_id: "order-1" }));
		const third = await sandbox.post("/transactions/payin/", payin({ opaque_id: "order-1" }));
		expect(first.json.opaque_id).toEqual(expect.any(String));
		expect(second.json.opaque_id).toBe(third.json.opaque_id);
		expect(second.json.reference).not.toBe(third.json.reference);
	});
});

describe("starting a withdrawal", () => {
	test("answers the ten fields and no others, success at once", async () => {
		const { status, json } = await sandbox.post("/transactions/payout/", payout());
		expect(status).toBe(201);
		expect(json).toEqual({
			reference: expect.stringMatching(/^TX-20261120-[0-9A-Z]{8}$/),
			opaque_id: expect.any(String),
			transaction_type: "withdrawal",
			type: "fiat",
			status: "success",
			amount: "250000.00",
			currency: "XOF",
			operator_name: "MTN MoMo",
			created_at: "2026-11-20T09:00:00.000Z",
			processed_at: "2026-11-20T09:00:00.001Z",
		});
	});

	test("makes two payouts of two equal requests: the service knows no idempotency", async () => {
		const one = await sandbox.post("/transactions/payout/", payout());
		const other = await sandbox.post("/transactions/payout/", payout());
		expect(one.json.reference).not.toBe(other.json.reference);
	});

	test("refuses what the wallet cannot bear with its fee, and records nothing", async () => {
		const all = await sandbox.control("GET", "/transactions");
		const { json: wallet } = await sandbox.get("/wallets/fiat/KES/");
		const body = {
			amount: 1000,
			currency: "KES",
			operator: "mpesa-kenya",
			country: "KE",
			destination: "+254701234567",
		};
		const answer = await sandbox.post("/transactions/payout/", body);
		expect(answer.status).toBe(400);
		expect(answer.json).toMatchObject({ code: "wallet_out_of_funds", errors: { amount: [expect.any(String)] } });
		expect((await sandbox.get("/wallets/fiat/KES/")).json.balance).toBe(wallet.balance);
		expect((await sandbox.control("GET", "/transactions")).json).toEqual(all.json);
	});

	test("keeps every digit of an amount with decimals", async () => {
		const body = `{"amount": 12.30, "currency": "KES", "operator": "mpesa-kenya", "country": "KE", "destination": "+254701234567"}`;
		const { json } = await sandbox.post("/transactions/payout/", body);
		expect(json.amount).toBe("12.30");
	});
});

describe("reading", () => {
	test("gives detail and history the same six fields, with entries of three", async () => {
		const { json: made } = await sandbox.post("/transactions/payout/", payout());
		const expected = {
			reference: made.reference,
			transaction_type: "withdrawal",
			status: "success",
			amount: "250000.00",
			currency: "XOF",
			history: [
				{ status: "pending", source: "operator", timestamp: "2026-11-20T09:00:00.000Z" },
				{ status: "success", source: "operator", timestamp: "2026-11-20T09:00:00.001Z" },
			],
		};
		expect((await sandbox.get(`/transactions/detail/${made.reference}/`)).json).toEqual(expected);
		expect((await sandbox.get(`/transactions/history/${made.reference}/`)).json).toEqual(expected);
	});

	test("gives the status its seven fields", async () => {
		const { json: made } = await sandbox.post("/transactions/payin/", payin());
		const { status, json } = await sandbox.get(`/transactions/status/${made.reference}/`);
		expect(status).toBe(200);
		expect(json).toEqual({
			reference: made.reference,
			status: "pending",
			amount: "45000.00",
			currency: "XOF",
			transaction_type: "deposit",
			created_at: "2026-11-20T09:00:00.000Z",
			processed_at: null,
		});
	});

	test("gives a wallet its four fields", async () => {
		const { json } = await sandbox.get("/wallets/fiat/XOF/");
		expect(json).toEqual({
			wallet_reference: expect.stringMatching(/^WF-[0-9A-Z]+$/),
			balance: expect.stringMatching(/^\d+\.\d{2}$/),
			currency_code: "XOF",
			updated_at: expect.stringMatching(UTC),
		});
	});

	test("gives movements of five fields each, one a settled transaction, and an empty array for an unused wallet", async () => {
		const { json: before } = await sandbox.get("/wallets/fiat/XOF/movements/");
		await sandbox.post("/transactions/payout/", payout({ amount: 10000 }));
		const { json } = await sandbox.get("/wallets/fiat/XOF/movements/");
		expect(json).toHaveLength(before.length + 1);
		expect(json).toContainEqual({
			movement_type: "withdrawal",
			amount: "10000.00",
			fee_amount: "100.00",
			currency_code: "XOF",
			created_at: "2026-11-20T09:00:00.001Z",
		});
		expect((await sandbox.get("/wallets/fiat/XAF/movements/")).text).toBe("[]");
	});
});

describe("what is not served", () => {
	test.each([
		"/transactions/detail/TX-20261120-NOTTHERE/",
		"/transactions/history/..%2f..%2fx/",
		"/transactions/status/%00/",
		"/wallets/fiat/ZZZ/",
		"/wallets/fiat/xof/",
		"/wallets/fiat/ZZZ/movements/",
		"/wallets/fiat/XOF",
		"/transactions/",
		"/elsewhere/",
	])("%s is 404", async (path) => {
		expect((await sandbox.get(path)).status).toBe(404);
	});

	test("refuses the wrong method with 405 and says the right one", async () => {
		const read = await sandbox.get("/transactions/payout/");
		expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
		const written = await sandbox.post("/wallets/fiat/XOF/", {});
		expect([written.status, written.headers.get("allow")]).toEqual([405, "GET"]);
	});

	test("refuses another content type with 415 and a body above 64 KB with 413", async () => {
		const headers = { "x-api-key": "test-key", "api-secret": "test-secret", "content-type": "text/plain" };
		expect((await sandbox.post("/transactions/payin/", payin(), headers)).status).toBe(415);
		const huge = payout({ metadata: { note: "x".repeat(70_000) } });
		expect((await sandbox.post("/transactions/payout/", huge)).status).toBe(413);
	});
});

describe("keys", () => {
	const paths = ["/wallets/fiat/XOF/", "/transactions/status/X/", "/elsewhere/"];
	const json = { "content-type": "application/json" };

	test.each(paths)("%s without one of the two headers is 401", async (path) => {
		const incomplete: Record<string, string>[] = [{}, { "x-api-key": "test-key" }, { "api-secret": "test-secret" }];
		for (const headers of incomplete) expect((await sandbox.get(path, { ...json, ...headers })).status).toBe(401);
	});

	test.each(paths)("%s with a wrong key or a wrong secret is 403", async (path) => {
		const wrong = [
			{ "x-api-key": "test-key", "api-secret": "wrong" },
			{ "x-api-key": "wrong", "api-secret": "test-secret" },
		];
		for (const headers of wrong) expect((await sandbox.get(path, { ...json, ...headers })).status).toBe(403);
	});
});

describe("bad requests", () => {
	test.each([
		["amount", undefined],
		["amount", "45000"],
		["currency", undefined],
		["currency", "xof"],
		["currency", "KES"],
		["operator", "no-such"],
		["operator", "mtn-cameroon"],
		["country", "ZZ"],
		["country", undefined],
		["phone_number", "+2250503456781"],
		["phone_number", "0503456781"],
		["phone_number", "237650123456"],
		["phone_number", 2250503456781],
		["opaque_id", ""],
		["opaque_id", "x".repeat(200)],
		["destination", "2250503456781"],
		["destination", undefined],
		["metadata", "note"],
		["metadata", ["note"]],
	])("a request with %s = %j is 400 and names the field", async (field, value) => {
		const isPayout = ["destination", "metadata"].includes(field);
		const { status, json } = isPayout
			? await sandbox.post("/transactions/payout/", payout({ [field]: value }))
			: await sandbox.post("/transactions/payin/", payin({ [field]: value }));
		expect(status).toBe(400);
		expect(json.errors).toHaveProperty(field);
	});

	test("a payout whose metadata has text that its database cannot keep is made all the same", async () => {
		const text = "a written \\u0000, a real \u0000, half a pair \ud800";
		const metadata = { note: text, [text]: "a key" };
		expect((await sandbox.post("/transactions/payout/", payout({ metadata }))).status).toBe(201);
	});

	test.each(["", "{", "[]", "7", "null"])("a body of %j is 400", async (body) => {
		expect((await sandbox.post("/transactions/payout/", body)).status).toBe(400);
	});
});
