import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { ServiceError } from "#server/errors.ts";
import { type AskingLimits, askWorker } from "#server/http/ask-worker.ts";
import { answerQuestions } from "#server/worker/answer-questions.ts";
import { keptLog } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";
import {
	clientOf,
	DEPOSIT_ORDER,
	inTime,
	PAYOUT_ORDER,
	TEST_KEY,
	TEST_SECRET,
	WIRE_PAYOUT,
	WIRE_WALLET,
} from "#tests/support/service/momo-client.ts";
import { type ScriptedHandler, startScriptedService } from "#tests/support/service/scripted-service.ts";

const { database, url: databaseUrl } = await createTestDatabase();
const scripted = await startScriptedService();
afterAll(() => scripted.close());
const status = { ...WIRE_PAYOUT, reference: "TX-1" };
const { log, ...logged } = keptLog();
/** The worker's limits towards the service. */
const LIMITS = { connectMs: 400, readHeadersMs: 300, readBodyMs: 300, readTotalMs: 2_000, recordBytes: 100_000 };
/** Each test has questions that no other test's worker takes. */
let environment = "";

beforeEach(async ({ task }) => {
	environment = task.id;
	logged.forget();
	scripted.requests.length = 0;
	await database.deleteFrom("worker").execute();
	await beat();
});

async function beat(): Promise<void> {
	await insertRows(database, "worker", { id: environment, started_at: new Date(), seen_at: new Date() });
}

function startWorker({ baseUrl = scripted.baseUrl, answerMs = 10_000, limits = {}, reads = {} } = {}) {
	const policy = { retries: 0, ...reads };
	const service = clientOf(baseUrl, { limits: { ...LIMITS, ...limits }, reads: policy }, log);
	const answering = answerQuestions({ database, databaseUrl, environment, service, log }, answerMs);
	onTestFinished(async () => {
		await answering.stop();
		await service.close();
	});
	return answering;
}

function openWeb(limits: Partial<AskingLimits> = {}, of = environment) {
	const service = askWorker({ database, databaseUrl, environment: of, log }, limits);
	onTestFinished(() => service.close());
	return service;
}

const rows = () => database.selectFrom("service_question").selectAll().where("environment", "=", environment).execute();
const told = (error: unknown) => {
	const { kind, code, status, words, hintReference, contradiction, excerpt, retryAfterSeconds } = error as ServiceError;
	return { kind, code, status, words, hintReference, contradiction, excerpt, retryAfterSeconds };
};

test("balances and transactions are read through the worker, whose keys alone the service sees, and no answer stays", async () => {
	startWorker();
	const service = openWeb();
	scripted.answer((asked, respond) =>
		respond.json(
			200,
			asked.path.includes("wallets") ? WIRE_WALLET : { ...status, history: [], secret_note: "private" },
		),
	);
	expect(await service.readBalance("XOF")).toEqual(WIRE_WALLET);
	expect((await service.readDetail("TX-1"))?.status).toBe("success");
	expect((await service.readHistory("TX-1"))?.reference).toBe("TX-1");
	const answer = await service.readStatus("TX-1");
	expect(answer?.amount).toBe("45000.00");
	expect(answer).not.toHaveProperty("secret_note");
	expect(scripted.requests.map((asked) => [asked.method, asked.path, asked.headers["x-api-key"]])).toEqual(
		["wallets/fiat/XOF", "transactions/detail/TX-1", "transactions/history/TX-1", "transactions/status/TX-1"].map(
			(route) => ["GET", `/api/v1/${route}/`, TEST_KEY],
		),
	);
	scripted.answer((_asked, respond) => respond.json(404, {}));
	expect(await service.readStatus("TX-1")).toBeNull();
	expect(await rows()).toEqual([]);
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

test.each(FAULTS)("the web program is told the same as the worker when the service %s", async (_name, handler) => {
	startWorker();
	const direct = clientOf(scripted.baseUrl, { limits: LIMITS, reads: { retries: 0 } });
	onTestFinished(() => direct.close());
	scripted.answer(handler);
	const [one, other] = await Promise.all([direct, openWeb()].map((service) => service.readStatus("TX-1").catch(told)));
	expect(one).toMatchObject({ code: expect.any(String) });
	expect(other).toEqual(one);
	expect(await rows()).toEqual([]);
});

test("the web program is told the same when nobody listens at the service, and what no request can be made of", async () => {
	startWorker({ baseUrl: new URL(`http://127.0.0.1:${await freePort()}/api/v1/`) });
	const service = openWeb();
	await expect(service.readBalance("XOF")).rejects.toMatchObject({ kind: "not_sent", code: "connect" });
	await expect(service.readStatus("../payout")).rejects.toMatchObject({ kind: "not_sent", code: "reference_shape" });
	await expect(service.readBalance("XOF/movements")).rejects.toMatchObject({ code: "currency_shape" });
	expect(scripted.requests).toEqual([]);
});

test("the web program starts nothing and lists nothing, and the database takes no question but the four", async () => {
	startWorker();
	const service = openWeb();
	for (const start of [service.startPayout(PAYOUT_ORDER, inTime), service.startDeposit(DEPOSIT_ORDER, inTime)])
		await expect(start).rejects.toMatchObject({ kind: "not_sent", code: "not_made" });
	const movements = service.streamMovements("XOF")[Symbol.asyncIterator]();
	await expect(movements.next()).rejects.toMatchObject({ code: "not_made" });
	const kind = "payout" as "status";
	const asked = database.insertInto("service_question").values({ environment, kind, subject: "TX-1" }).execute();
	await expect(asked).rejects.toThrow("service_question_kind_check");
	expect(scripted.requests).toEqual([]);
});

test("neither key is seen where the service repeats them: not in the answer, its row or the log", async () => {
	startWorker();
	const echo = `${TEST_KEY} ${TEST_SECRET} ${TEST_SECRET}`;
	scripted.answer((_asked, respond) => respond.json(400, { detail: echo }));
	const error = await openWeb()
		.readStatus("TX-1")
		.catch((refused: unknown) => refused);
	await database.insertInto("service_question").values({ environment, kind: "status", subject: "TX-2" }).execute();
	await expect.poll(rows).toMatchObject([{ answer: expect.any(String) }]);
	const all = `${JSON.stringify(told(error))}${logged.text()}${JSON.stringify(await rows())}`;
	expect(all).toContain("[redacted]");
	for (const secret of [TEST_KEY, TEST_SECRET]) expect(all).not.toContain(secret);
});

test("a worker that shows no heartbeat is away at once, and nothing is left of the question", async () => {
	await database.deleteFrom("worker").execute();
	const service = openWeb({ takeMs: 60_000 });
	for (let time = 0; time < 5; time += 1)
		await expect(service.readBalance("XOF")).rejects.toMatchObject({ kind: "not_sent", code: "worker_away" });
	expect(await rows()).toEqual([]);
	startWorker();
	await beat();
	scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
	expect((await service.readBalance("XOF"))?.balance).toBe("18426350.00");
});

test("a worker that takes no question is away, though it showed a heartbeat", async () => {
	const service = openWeb({ takeMs: 50, pollMs: 20 });
	await expect(service.readBalance("XOF")).rejects.toMatchObject({ code: "worker_away" });
	expect(await rows()).toEqual([]);
});

test("a worker that died of a question is away when its time is over", async () => {
	const service = openWeb({ totalMs: 200, pollMs: 20 });
	const asked = service.readBalance("XOF").catch(told);
	await expect.poll(rows).toHaveLength(1);
	await updateRows(database, "service_question", { environment }, { taken_at: new Date() });
	expect(await asked).toMatchObject({ code: "worker_away" });
	expect(await rows()).toEqual([]);
});

test("a worker that waits for a slow service is not away: the time of the question is over", async () => {
	startWorker({ answerMs: 3_500, limits: { readHeadersMs: 60_000, readTotalMs: 60_000 } });
	scripted.answer((_asked, respond) => respond.hang());
	await expect(openWeb({ pollMs: 20 }).readBalance("XOF")).rejects.toMatchObject({
		kind: "unknown",
		code: "total_timeout",
	});
});

test("a question of another service's desk is not answered by this one's worker", async () => {
	startWorker();
	const other = openWeb({ takeMs: 50, pollMs: 20 }, `${environment}-other`);
	await expect(other.readBalance("XOF")).rejects.toMatchObject({ code: "worker_away" });
	expect(scripted.requests).toEqual([]);
});

test("of several workers one asks, and another when that one ends", async () => {
	scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
	const [first] = [startWorker(), startWorker()];
	const service = openWeb();
	expect(await service.readBalance("XOF")).not.toBeNull();
	expect(scripted.requests).toHaveLength(1);
	await first.stop();
	expect(await service.readBalance("XOF")).not.toBeNull();
	expect(scripted.requests).toHaveLength(2);
});

test("who asks the same at the same time shares one call in each web program", async () => {
	startWorker({ limits: { readHeadersMs: 60_000, readTotalMs: 60_000 } });
	const { promise: letGo, resolve } = Promise.withResolvers<void>();
	scripted.answer(async (_asked, respond) => {
		await letGo;
		respond.json(200, WIRE_WALLET);
	});
	const webs = [openWeb(), openWeb()];
	const asked = Array.from({ length: 50 }, (_, number) => webs[number % 2]?.readBalance("XOF"));
	const taken = { taken_at: expect.any(Date) };
	await expect.poll(rows).toMatchObject([taken, taken]);
	resolve();
	for (const answer of await Promise.all(asked)) expect(answer).toEqual(WIRE_WALLET);
	expect(scripted.requests.length).toBeLessThanOrEqual(webs.length);
});

test("an answer comes though every notice was lost", async () => {
	startWorker();
	scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
	const deaf = askWorker({ database, databaseUrl: "postgres://127.0.0.1:9/none", environment, log }, { pollMs: 20 });
	onTestFinished(() => deaf.close());
	expect(await deaf.readBalance("XOF")).toEqual(WIRE_WALLET);
});

test("what an asker left that died goes within a minute, answered or not", async () => {
	const old = new Date(Date.now() - 61_000);
	const left = { environment: `${environment}-gone`, subject: "TX-1", asked_at: old, taken_at: old };
	await insertRows(database, "service_question", [
		{ ...left, kind: "status", answer: "{}" },
		{ ...left, kind: "detail", answer: null },
	]);
	startWorker();
	const all = database.selectFrom("service_question").select("id").where("environment", "=", left.environment);
	await expect.poll(() => all.execute()).toEqual([]);
});
