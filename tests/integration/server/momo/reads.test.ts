import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "#tests/support/programs/free-port.ts";
import { clientOf, inTime, WIRE_PAYOUT, WIRE_WALLET } from "#tests/support/service/momo-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

const { scripted, client } = await servedClient();
beforeEach(() => {
	scripted.requests.length = 0;
});
afterEach(() => {
	vi.useRealTimers();
});

const status = { ...WIRE_PAYOUT, reference: "TX-1" };
const detail = { ...status, history: [{ status: "success", source: "operator", timestamp: "2026-03-01T10:00:00Z" }] };

describe("a GET", () => {
	test("asks each endpoint by its path and reads its answer", async () => {
		scripted.answer((request, respond) =>
			respond.json(
				200,
				request.path.includes("wallets") ? WIRE_WALLET : request.path.includes("status") ? status : detail,
			),
		);
		expect((await client.readDetail("TX-1"))?.history).toHaveLength(1);
		expect((await client.readHistory("TX-1"))?.history).toHaveLength(1);
		expect((await client.readStatus("TX-1"))?.status).toBe("success");
		expect((await client.readBalance("XOF"))?.balance).toBe("18426350.00");
		expect(scripted.requests.map((request) => request.path)).toEqual([
			"/api/v1/transactions/detail/TX-1/",
			"/api/v1/transactions/history/TX-1/",
			"/api/v1/transactions/status/TX-1/",
			"/api/v1/wallets/fiat/XOF/",
		]);
		expect(scripted.requests.every((request) => request.headers["content-type"] === "application/json")).toBe(true);
	});

	test("answered 404 is null, asked once", async () => {
		scripted.answer((_request, respond) => respond.json(404, { detail: "Not found." }));
		expect(await client.readDetail("TX-1")).toBeNull();
		expect(await client.readBalance("XOF")).toBeNull();
		expect(scripted.requests).toHaveLength(2);
	});

	test("that stumbles twice is asked a third time", async () => {
		scripted.answer((_request, respond) => {
			if (scripted.requests.length === 1) return respond.reset();
			if (scripted.requests.length === 2) return respond.truncated(200, '{"ref', 500);
			respond.json(200, status);
		});
		expect(await client.readStatus("TX-1")).toMatchObject({ reference: "TX-1" });
		expect(scripted.requests).toHaveLength(3);
	});

	test("that never answers is asked three times and no more", async () => {
		scripted.answer((_request, respond) => respond.hang());
		const hasty = clientOf(scripted.baseUrl, { limits: { readHeadersMs: 50 } });
		await expect(hasty.readStatus("TX-1")).rejects.toMatchObject({ kind: "unknown", code: "headers_timeout" });
		expect(scripted.requests).toHaveLength(3);
		await hasty.close();
	});

	test.each([400, 401, 403, 422, 429])(
		"refused by %i is not asked again, and its Retry-After is kept",
		async (code) => {
			scripted.answer((_request, respond) => respond.json(code, { detail: "no" }, { "retry-after": "11" }));
			await expect(client.readStatus("TX-1")).rejects.toMatchObject({
				kind: "refused",
				status: code,
				retryAfterSeconds: 11,
			});
			expect(scripted.requests).toHaveLength(1);
		},
	);

	test("told by 503 when to come back is not asked again before", async () => {
		scripted.answer((_request, respond) => respond.json(503, {}, { "retry-after": "60" }));
		await expect(client.readStatus("TX-1")).rejects.toMatchObject({ kind: "unknown", retryAfterSeconds: 60 });
		expect(scripted.requests).toHaveLength(1);
	});

	test("when nobody listens is not sent", async () => {
		const lonely = clientOf(new URL(`http://127.0.0.1:${await freePort()}/api/v1/`));
		await expect(lonely.readStatus("TX-1")).rejects.toMatchObject({ kind: "not_sent" });
		await lonely.close();
	});

	test("asked by fifty at once is one call, and the fifty-first asks anew", async () => {
		scripted.answer((_request, respond) => respond.json(200, WIRE_WALLET));
		const wallets = await Promise.all(Array.from({ length: 50 }, () => client.readBalance("XOF")));
		expect(new Set(wallets.map((wallet) => wallet?.balance))).toEqual(new Set(["18426350.00"]));
		expect(scripted.requests).toHaveLength(1);
		await client.readBalance("XOF");
		expect(scripted.requests).toHaveLength(2);
	});

	test("asked after another has left is not given its answer, which may be older", async () => {
		const { promise: letGo, resolve } = Promise.withResolvers<void>();
		onTestFinished(() => resolve());
		const balances = ["100.00", "0.00"];
		scripted.answer(async (_request, respond) => {
			const balance = balances.shift();
			if (balance === "100.00") await letGo;
			respond.json(200, { ...WIRE_WALLET, balance });
		});
		const before = client.readBalance("XOF");
		await expect.poll(() => scripted.requests).toHaveLength(1);
		const after = client.readBalance("XOF");
		await expect.poll(() => scripted.requests).toHaveLength(2);
		resolve();
		expect([(await before)?.balance, (await after)?.balance]).toEqual(["100.00", "0.00"]);
	});

	test("reuses its connections and keeps them few", async () => {
		const fresh = await startScriptedService();
		const reader = clientOf(fresh.baseUrl);
		fresh.answer((request, respond) => {
			respond.json(200, { ...status, reference: request.path.split("/").at(-2) });
		});
		await Promise.all(Array.from({ length: 100 }, (_, index) => reader.readStatus(`TX-${index}`)));
		expect(fresh.requests).toHaveLength(100);
		expect(fresh.connections()).toBeLessThanOrEqual(16);
		await reader.close();
		await fresh.close();
	});

	test("answered with another reference or currency is a contradiction, not an answer", async () => {
		scripted.answer((request, respond) =>
			respond.json(200, request.path.includes("wallets") ? { ...WIRE_WALLET, currency_code: "XAF" } : status),
		);
		await expect(client.readStatus("TX-2")).rejects.toMatchObject({ contradiction: true, hintReference: "TX-1" });
		await expect(client.readBalance("XOF")).rejects.toMatchObject({ contradiction: true });
	});

	test("that unfolds to 200 MB is refused with memory flat; that sends no end is cut at a megabyte", async () => {
		scripted.answer((_request, respond) => respond.gzipBomb(200, 200_000_000));
		const before = process.memoryUsage().rss;
		await expect(client.readStatus("TX-1")).rejects.toMatchObject({ code: "too_large" });
		expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
		expect(scripted.requests).toHaveLength(1);
		scripted.answer((_request, respond) => respond.stream(200, endless()));
		await expect(client.readStatus("TX-1")).rejects.toMatchObject({ code: "too_large" });
		expect(scripted.requests).toHaveLength(2);
	});

	test("for a hostile reference or currency never leaves the house", async () => {
		scripted.answer((_request, respond) => respond.json(200, status));
		await fc.assert(
			fc.asyncProperty(hostile, async (text) => {
				for (const call of [client.readDetail(text), client.readHistory(text), client.readStatus(text)])
					await expect(call).rejects.toMatchObject({ name: "ServiceError", kind: "not_sent" });
				await expect(client.readBalance(text)).rejects.toMatchObject({ kind: "not_sent" });
			}),
		);
		expect(scripted.requests).toHaveLength(0);
	});
});

const hostile = fc
	.array(fc.constantFrom("..", ".", "%2e%2e", "%2f", "/", "\\", "?", "#", "\r\n", "\0", "//", " ", "TX-1"), {
		minLength: 2,
		maxLength: 6,
	})
	.map((parts) => parts.join(""))
	.filter((text) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text));

function* endless(): Generator<string> {
	yield "{";
	for (;;) yield `"x":"${"y".repeat(10_000)}",`;
}

describe("a service that is down", () => {
	test("is let rest after six faults in a row, asked once when the rest is over, and believed when it answers", async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		const reader = clientOf(scripted.baseUrl, { reads: { breakAfter: 6, halfOpenAfterMs: 10_000 } });
		let up = false;
		scripted.answer((_request, respond) => (up ? respond.json(200, status) : respond.reset()));
		const ask = () => reader.readStatus("TX-1").catch((error: unknown) => error);
		expect(await ask()).toMatchObject({ kind: "unknown" });
		expect(await ask()).toMatchObject({ kind: "unknown" });
		expect(scripted.requests).toHaveLength(6);
		expect(reader.isCircuitOpen()).toBe(true);

		expect(await ask()).toMatchObject({ kind: "not_sent", retryAfterSeconds: 10 });
		expect(scripted.requests).toHaveLength(6);

		vi.setSystemTime(10_001);
		expect(await ask()).toMatchObject({ kind: "not_sent" });
		expect(scripted.requests).toHaveLength(7);

		up = true;
		vi.setSystemTime(20_002);
		expect(await ask()).toMatchObject({ reference: "TX-1" });
		expect(await ask()).toMatchObject({ reference: "TX-1" });
		expect(scripted.requests).toHaveLength(9);
		expect(reader.isCircuitOpen()).toBe(false);
		await reader.close();
	});

	test("does not keep a POST from being tried: that has its own connection and no circuit", async () => {
		const reader = clientOf(scripted.baseUrl, { reads: { breakAfter: 1, retries: 0, halfOpenAfterMs: 60_000 } });
		scripted.answer((request, respond) =>
			request.method === "GET" ? respond.reset() : respond.json(200, WIRE_PAYOUT),
		);
		await expect(reader.readStatus("TX-1")).rejects.toMatchObject({ kind: "unknown" });
		await expect(reader.readStatus("TX-1")).rejects.toMatchObject({ kind: "not_sent" });
		const order = { amountMinor: 100n, currency: "XOF", operator: "o", country: "CI", destination: "+2250701020304" };
		expect((await reader.startPayout({ ...order, metadata: {} }, inTime)).answer.reference).toBe("TX-20260301-A1");
		await reader.close();
	});

	test("is not believed dead for refusing: 4xx leave the circuit closed", async () => {
		const reader = clientOf(scripted.baseUrl, { reads: { breakAfter: 2, retries: 0 } });
		scripted.answer((_request, respond) => respond.json(429, {}));
		for (let index = 0; index < 5; index += 1)
			await expect(reader.readStatus("TX-1")).rejects.toMatchObject({ kind: "refused" });
		expect(scripted.requests).toHaveLength(5);
		await reader.close();
	});
});
