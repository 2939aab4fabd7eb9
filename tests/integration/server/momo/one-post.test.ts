import { randomBytes } from "node:crypto";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ServiceError } from "#server/errors.ts";
import type { ServiceOptions } from "#server/momo/client.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import {
	clientOf,
	DEPOSIT_ORDER,
	inTime,
	PAYOUT_ORDER,
	TEST_KEY,
	TEST_SECRET,
	WIRE_PAYOUT,
} from "#tests/support/service/momo-client.ts";
import {
	type ScriptedHandler,
	startScriptedService,
	startSilentListener,
} from "#tests/support/service/scripted-service.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

const WIRE_DEPOSIT = {
	...WIRE_PAYOUT,
	reference: "DEP-CI-20260301-1",
	transaction_type: "deposit",
	status: "pending",
	amount: "12.50",
	currency: "EUR",
	processed_at: null,
	payment_url: null,
	qr_code: null,
};

const { scripted, client } = await servedClient();

let connectionsBefore = 0;
beforeEach(() => {
	scripted.requests.length = 0;
	connectionsBefore = scripted.connections();
});

/** Blocks the whole process, as SIGSTOP does. */
function sleep(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function payoutAt(baseUrl: URL, options: ServiceOptions = {}): Promise<unknown> {
	const other = clientOf(baseUrl, options);
	try {
		return await other.startPayout(PAYOUT_ORDER, inTime).catch((error: unknown) => error);
	} finally {
		await other.close();
	}
}

const JSON_HEAD = { "content-type": "application/json" };
const ENCODINGS: [string, (bytes: Buffer) => Buffer][] = [
	["gzip", gzipSync],
	["deflate", deflateSync],
	["deflate", deflateRawSync],
	["br", brotliCompressSync],
];

describe("a POST whose answer a proxy has compressed", () => {
	test.each(ENCODINGS)("by %s is read like any other", async (encoding, compress) => {
		const body = compress(Buffer.from(JSON.stringify(WIRE_PAYOUT)));
		scripted.answer((_request, respond) => respond.raw(201, { ...JSON_HEAD, "content-encoding": encoding }, body));
		const started = await client.startPayout(PAYOUT_ORDER, inTime);
		expect(started).toMatchObject({ httpStatus: 201, answer: { reference: WIRE_PAYOUT.reference } });
	});

	test.each(ENCODINGS)("by %s and cut keeps the reference that came", async (encoding, compress) => {
		// The rest does not compress, so that the cut comes after the reference.
		const text = JSON.stringify({ ...WIRE_PAYOUT, more: randomBytes(20_000).toString("base64") });
		const whole = compress(Buffer.from(text));
		scripted.answer((_request, respond) =>
			respond.truncated(201, whole.subarray(0, whole.length - 2_000), whole.length, { "content-encoding": encoding }),
		);
		await expect(client.startPayout(PAYOUT_ORDER, inTime)).rejects.toMatchObject({
			kind: "unknown",
			hintReference: WIRE_PAYOUT.reference,
		});
	});
});

describe("a POST", () => {
	test("carries the keys, the exact bytes of the body and no wish to be kept alive", async () => {
		scripted.answer((_request, respond) => respond.json(201, WIRE_PAYOUT));
		const started = await client.startPayout(PAYOUT_ORDER, inTime);
		expect(started).toMatchObject({ httpStatus: 201, answer: { reference: "TX-20260301-A1" } });
		expect(scripted.requests).toHaveLength(1);
		expect(scripted.requests[0]).toMatchObject({
			method: "POST",
			path: "/api/v1/transactions/payout/",
			body: '{"amount":45000,"currency":"XOF","operator":"orange-money-ci","country":"CI","destination":"+2250701020304","metadata":{"note":"Loyer"}}',
			headers: {
				"x-api-key": TEST_KEY,
				"api-secret": TEST_SECRET,
				"content-type": "application/json",
				"accept-encoding": "identity",
				connection: "close",
			},
		});
	});

	test("starts a deposit with the deposit's own fields", async () => {
		scripted.answer((_request, respond) => respond.json(200, WIRE_DEPOSIT));
		expect((await client.startDeposit(DEPOSIT_ORDER, inTime)).answer).toMatchObject({
			status: "pending",
			payment_url: null,
		});
		expect(scripted.requests[0]).toMatchObject({
			path: "/api/v1/transactions/payin/",
			body: '{"amount":12.5,"currency":"EUR","operator":"wave-sn","country":"SN","phone_number":"221770000001","opaque_id":"01JABC"}',
		});
	});

	test("is not given up when its answer is there: a process that slept past the time reads it first", async () => {
		scripted.answer((_request, respond) => {
			respond.json(201, WIRE_PAYOUT);
			sleep(600);
		});
		const started = await payoutAt(scripted.baseUrl, { limits: { postTotalMs: 300 } });
		expect(started).toMatchObject({ httpStatus: 201, answer: { reference: "TX-20260301-A1" } });
	});

	test("never shares a connection, one after another or at once, and leaves none open", async () => {
		scripted.answer((_request, respond) => respond.json(200, WIRE_PAYOUT));
		for (let index = 0; index < 3; index += 1) await client.startPayout(PAYOUT_ORDER, inTime);
		await Promise.all(Array.from({ length: 7 }, () => client.startPayout(PAYOUT_ORDER, inTime)));
		expect(scripted.requests).toHaveLength(10);
		expect(new Set(scripted.requests.map((request) => request.connection)).size).toBe(10);
		expect(scripted.connections() - connectionsBefore).toBe(10);
		await vi.waitFor(() => expect(scripted.openConnections()).toBe(0), { timeout: 15_000 });
	});

	const whole = JSON.stringify(WIRE_PAYOUT);
	const cut = whole.slice(0, 40);
	const faults: [string, ScriptedHandler, object][] = [
		["hangs before its head", (_q, r) => r.hang(), { code: "headers_timeout" }],
		["hangs in the body", (_q, r) => r.hangInBody(200, cut), { status: 200, hintReference: WIRE_PAYOUT.reference }],
		["resets before an answer", (_q, r) => r.reset(), { code: "broken_off" }],
		["resets in the body", (_q, r) => r.resetInBody(200, cut), { hintReference: WIRE_PAYOUT.reference, excerpt: cut }],
		["cuts the JSON", (_q, r) => r.truncated(200, cut, 900), { hintReference: WIRE_PAYOUT.reference, excerpt: cut }],
		["drips for ever", (_q, r) => r.drip(200, whole, 40), { code: "total_timeout" }],
		["answers 500", (_q, r) => r.json(500, {}), { status: 500 }],
		["answers 503 with a time", (_q, r) => r.json(503, {}, { "retry-after": "7" }), { retryAfterSeconds: 7 }],
		["answers 204", (_q, r) => r.raw(204, {}, ""), { status: 204 }],
		["answers an empty 200", (_q, r) => r.raw(200, { "content-type": "application/json" }, ""), { status: 200 }],
		["answers HTML", (_q, r) => r.raw(200, { "content-type": "text/html" }, "<html>"), { status: 200 }],
		[
			"answers text",
			(_q, r) => r.raw(200, { "content-type": "text/plain" }, whole),
			{ hintReference: WIRE_PAYOUT.reference },
		],
		["answers too much", (_q, r) => r.json(200, { ...WIRE_PAYOUT, x: "y".repeat(1_000_001) }), { code: "too_large" }],
		["compresses", (_q, r) => r.gzipBomb(200, 1_000_000), { code: "unreadable" }],
		["sends a bomb", (_q, r) => r.gzipBomb(200, 200_000_000), { code: "too_large" }],
		[
			"compresses as nobody knows",
			(_q, r) => r.raw(200, { ...JSON_HEAD, "content-encoding": "zstd" }, JSON.stringify(WIRE_PAYOUT)),
			{ code: "encoded" },
		],
		[
			"says that it compresses and does not",
			(_q, r) => r.raw(200, { ...JSON_HEAD, "content-encoding": "gzip" }, JSON.stringify(WIRE_PAYOUT)),
			{ code: "encoded" },
		],
		["switches protocols", (_q, r) => r.raw(101, { connection: "upgrade", upgrade: "x" }, ""), {}],
		["sends other money", (_q, r) => r.json(200, { ...WIRE_PAYOUT, amount: 45000 }), { contradiction: true }],
	];
	test.each(faults)("is unknown, and was sent once, when the service %s", async (_name, handler, facts) => {
		scripted.answer(handler);
		const error = await client.startPayout(PAYOUT_ORDER, inTime).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ServiceError);
		expect(error).toMatchObject({ kind: "unknown", ...facts });
		expect(scripted.requests).toHaveLength(1);
		expect(scripted.connections() - connectionsBefore).toBe(1);
	});

	test("is refused by the service's no, and was sent once", async () => {
		scripted.answer((_request, respond) => respond.json(429, { detail: "Non" }, { "retry-after": "9" }));
		await expect(client.startPayout(PAYOUT_ORDER, inTime)).rejects.toMatchObject({
			...{ kind: "refused", status: 429, code: "status:429", words: "Non", retryAfterSeconds: 9 },
		});
		expect(scripted.requests).toHaveLength(1);
	});

	test.each([301, 302, 303, 307, 308])("does not follow %i: the other server hears nothing", async (status) => {
		const other = await startScriptedService();
		scripted.answer((_request, respond) => respond.redirect(status, other.baseUrl.href));
		await expect(client.startPayout(PAYOUT_ORDER, inTime)).rejects.toMatchObject({ kind: "unknown", status });
		await expect(client.readStatus("TX-1")).rejects.toMatchObject({ kind: "unknown", status });
		expect(other.connections()).toBe(0);
		await other.close();
	});

	test("is not sent when nobody listens, or nobody has the name", async () => {
		for (const host of [`127.0.0.1:${await freePort()}`, "no-such-host.invalid"])
			expect(await payoutAt(new URL(`http://${host}/api/v1/`), { limits: { connectMs: 5_000 } })).toMatchObject({
				kind: "not_sent",
			});
	});

	test("is not sent when the other side speaks no TLS, and no HTTP is seen there", async () => {
		const baseUrl = new URL(scripted.baseUrl.href.replace("http:", "https:"));
		expect(await payoutAt(baseUrl)).toMatchObject({ kind: "not_sent" });
		expect(scripted.requests).toHaveLength(0);
	});

	test("is not sent when TLS hangs, and ends in the time of its own", async () => {
		const silent = await startSilentListener();
		const error = await payoutAt(new URL(`https://127.0.0.1:${silent.port}/api/v1/`), {
			limits: { postTotalMs: 60_000 },
		});
		expect(error).toMatchObject({ kind: "not_sent", code: "connect_timeout" });
		expect(silent.connections()).toBe(1);
		await silent.close();
	});

	test("is unknown when the connection stood and nothing more came, even by the time of all", async () => {
		const silent = await startSilentListener();
		const limits = { postHeadersMs: 60_000, postTotalMs: 300 };
		const error = await payoutAt(new URL(`http://127.0.0.1:${silent.port}/api/v1/`), { limits });
		expect(error).toMatchObject({ kind: "unknown", code: "total_timeout" });
		expect(silent.connections()).toBe(1);
		await silent.close();
	});

	test("that must not leave is not sent and opens no connection", async () => {
		await expect(client.startPayout({ ...PAYOUT_ORDER, amountMinor: 0n }, inTime)).rejects.toMatchObject({
			kind: "not_sent",
		});
		expect(scripted.connections()).toBe(connectionsBefore);
	});

	test("that came too late when its connection stood is not sent: the connection is closed without a byte", async () => {
		scripted.answer((_request, respond) => respond.json(201, WIRE_PAYOUT));
		const openBefore = scripted.openConnections();
		let asked = 0;
		const refuse = async () => {
			asked += 1;
			return false;
		};
		const fail = () => Promise.reject(new Error("the database is away"));
		const code = "too_late";
		await expect(client.startPayout(PAYOUT_ORDER, refuse)).rejects.toMatchObject({ kind: "not_sent", code });
		await expect(client.startDeposit(DEPOSIT_ORDER, refuse)).rejects.toMatchObject({ kind: "not_sent", code });
		await expect(client.startPayout(PAYOUT_ORDER, fail)).rejects.toMatchObject({ kind: "not_sent", code });
		expect(asked).toBe(2);
		await vi.waitFor(() => expect(scripted.openConnections()).toBeLessThanOrEqual(openBefore), { timeout: 15_000 });
		expect(scripted.requests).toHaveLength(0);
	});

	test("is not sent when its connection ended while the desk was asked for the last time", async () => {
		const silent = await startSilentListener();
		const baseUrl = new URL(`http://127.0.0.1:${silent.port}/api/v1/`);
		const other = clientOf(baseUrl);
		const ended = async () => {
			await silent.close();
			await payoutAt(baseUrl);
			return true;
		};
		await expect(other.startPayout(PAYOUT_ORDER, ended)).rejects.toMatchObject({ kind: "not_sent", code: "connect" });
		await other.close();
	});

	test("under way is waited for when the client closes", async () => {
		const leaving = clientOf(scripted.baseUrl);
		let release = () => {};
		const arrived = new Promise<void>((resolve) => {
			scripted.answer(async (_request, respond) => {
				resolve();
				await new Promise<void>((go) => {
					release = go;
				});
				respond.json(200, WIRE_PAYOUT);
			});
		});
		const sent = leaving.startPayout(PAYOUT_ORDER, inTime);
		await arrived;
		const closed = leaving.close();
		release();
		expect((await sent).answer.reference).toBe("TX-20260301-A1");
		await closed;
	});
});
