import { describe, expect, onTestFinished, test } from "vitest";
import type { ServiceError } from "#server/errors.ts";
import {
	clientOf,
	DEPOSIT_ORDER,
	PAYOUT_ORDER,
	TEST_KEY,
	TEST_SECRET,
	WIRE_PAYOUT,
	WIRE_WALLET,
} from "#tests/support/service/momo-client.ts";
import { openRelayDesk, RELAY_LIMITS, RELAY_TOKEN } from "#tests/support/service/relay-desk.ts";
import { type ScriptedHandler, unusedPort } from "#tests/support/service/scripted-service.ts";

const { scripted, newPath, logged, worker, web, ask } = await openRelayDesk();
const status = { ...WIRE_PAYOUT, reference: "TX-1" };
const told = (error: unknown) => {
	const { kind, code, status, words, hintReference, contradiction, excerpt, retryAfterSeconds } = error as ServiceError;
	return { kind, code, status, words, hintReference, contradiction, excerpt, retryAfterSeconds };
};

describe("a web program without keys", () => {
	test("reads balances and transactions through the worker, whose keys alone the service sees", async () => {
		const path = newPath();
		await worker(path);
		const service = web(path);
		scripted.answer((asked, respond) =>
			respond.json(200, asked.path.includes("wallets") ? WIRE_WALLET : { ...status, history: [] }),
		);
		expect((await service.readBalance("XOF"))?.balance).toBe("18426350.00");
		expect((await service.readDetail("TX-1"))?.status).toBe("success");
		expect((await service.readHistory("TX-1"))?.reference).toBe("TX-1");
		expect((await service.readStatus("TX-1"))?.amount).toBe("45000.00");
		expect(scripted.requests.map((asked) => [asked.method, asked.path, asked.headers["x-api-key"]])).toEqual(
			["wallets/fiat/XOF", "transactions/detail/TX-1", "transactions/history/TX-1", "transactions/status/TX-1"].map(
				(route) => ["GET", `/api/v1/${route}/`, TEST_KEY],
			),
		);
		for (const { headers } of scripted.requests) expect(JSON.stringify(headers)).not.toContain(RELAY_TOKEN);
		expect(service.timeAt(performance.now())).toBeInstanceOf(Date);
		scripted.answer((_asked, respond) => respond.json(404, {}));
		expect(await service.readStatus("TX-1")).toBeNull();
	});

	const FAULTS: [string, ScriptedHandler][] = [
		["refuses the keys", (_q, r) => r.json(401, { detail: "no such key" })],
		["names a time to come back", (_q, r) => r.json(429, { detail: "slow" }, { "retry-after": "11" })],
		["stumbles", (_q, r) => r.json(503, { reference: "TX-1" })],
		["hangs", (_q, r) => r.hang()],
		["stops in the body", (_q, r) => r.hangInBody(200, '{"reference":"TX-1",')],
		["resets", (_q, r) => r.reset()],
		["cuts its answer", (_q, r) => r.truncated(200, '{"ref', 500)],
		["says no JSON", (_q, r) => r.raw(200, { "content-type": "text/html" }, "<p>down</p>")],
		["says something unreadable", (_q, r) => r.json(200, { reference: "TX-1", amount: "1e5" })],
		["speaks of another reference", (_q, r) => r.json(200, { ...status, reference: "TX-2" })],
		["redirects", (_q, r) => r.redirect(302, "http://127.0.0.1:9/")],
		["says too much", (_q, r) => r.json(200, { ...status, note: "x".repeat(200_000) })],
		["unfolds to a hundred megabytes", (_q, r) => r.gzipBomb(200, 100_000_000)],
		["speaks no HTTP", (_q, r) => r.raw(101, { upgrade: "x", connection: "upgrade" }, "")],
	];

	test.each(FAULTS)("is told the same as one with keys when the service %s", async (_name, handler) => {
		const path = newPath();
		await worker(path);
		const direct = clientOf(scripted.baseUrl, { limits: RELAY_LIMITS, reads: { retries: 0 } });
		onTestFinished(() => direct.close());
		scripted.answer(handler);
		const [one, other] = await Promise.all(
			[direct, web(path, { reads: { retries: 0 } })].map((service) => service.readStatus("TX-1").catch(told)),
		);
		expect(one).toMatchObject({ code: expect.any(String) });
		expect(other).toEqual(one);
	});

	test("is told the same when nobody listens at the service: nothing left the house", async () => {
		const path = newPath();
		const baseUrl = new URL(`http://127.0.0.1:${await unusedPort()}/api/v1/`);
		await worker(path, { baseUrl });
		await expect(web(path, { baseUrl }).readBalance("XOF")).rejects.toMatchObject({
			kind: "not_sent",
			code: "connect",
		});
	});

	test("has no way to start anything: the client sends no byte, and the relay has no such route", async () => {
		const path = newPath();
		await worker(path);
		const service = web(path);
		for (const start of [service.startPayout(PAYOUT_ORDER), service.startDeposit(DEPOSIT_ORDER)])
			await expect(start).rejects.toMatchObject({ kind: "not_sent", code: "not_made" });
		const movements = service.streamMovements("XOF")[Symbol.asyncIterator]();
		await expect(movements.next()).rejects.toMatchObject({ code: "not_made" });
		expect(logged()).not.toContain("relay_refused");
		for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
			for (const route of ["transactions/payout/", "transactions/payin/", "wallets/fiat/XOF/movements/"])
				expect(await ask(path, method, route), `${method} ${route}`).toBe(404);
		expect(await ask(path, "POST", "wallets/fiat/XOF/")).toBe(404);
		expect(await ask(path, "GET", "transactions/detail/../payout/")).toBe(404);
		expect(scripted.requests).toEqual([]);
	});

	test("sees neither key where the service repeats them, and neither does the log, nor the token", async () => {
		const path = newPath();
		await worker(path);
		const echo = `${TEST_KEY} ${TEST_SECRET} ${TEST_SECRET}`;
		scripted.answer((_asked, respond) => respond.json(400, { detail: echo }));
		const error = await web(path)
			.readStatus("TX-1")
			.catch((refused: unknown) => refused);
		const all = `${JSON.stringify(told(error))}${logged()}`;
		expect(all).toContain("[redacted]");
		for (const secret of [TEST_KEY, TEST_SECRET, RELAY_TOKEN]) expect(all).not.toContain(secret);
	});

	test("that asks for another service than the worker's gets no answer of this one", async () => {
		const path = newPath();
		await worker(path);
		const other = web(path, { baseUrl: new URL("https://other.example/api/v1/") });
		await expect(other.readBalance("XOF")).rejects.toMatchObject({ code: "worker_away" });
		expect(scripted.requests).toEqual([]);
	});
});
