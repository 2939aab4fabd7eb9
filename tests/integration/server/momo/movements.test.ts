import { brotliCompressSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createObserver } from "#server/momo/observer.ts";
import { clientOf, wireMovementRow } from "#tests/support/service/momo-client.ts";
import { type ScriptedHandler, startScriptedService } from "#tests/support/service/scripted-service.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

const { scripted, client } = await servedClient();
beforeEach(() => {
	scripted.requests.length = 0;
});

/** An array of `count` rows in pieces of a thousand; `sent` counts the rows handed to the network. */
function* rowsInPieces(count: number, sent: { rows: number } = { rows: 0 }): Generator<string> {
	const line = JSON.stringify(wireMovementRow("1.00"));
	yield "[";
	for (let at = 0; at < count; at += 1_000) {
		sent.rows = at + 1_000;
		yield `${at === 0 ? "" : ","}${Array.from({ length: Math.min(1_000, count - at) }, () => line).join(",")}`;
	}
	yield "]";
}

function amountOf(row: object): string {
	return "amount" in row ? String(row.amount) : "unreadable";
}

async function countRows(): Promise<number> {
	let rows = 0;
	for await (const { lines } of client.streamMovements("XOF")) rows += lines?.length ?? 0;
	return rows;
}

describe("the movements", () => {
	test("arrive row by row in the order of the service", async () => {
		scripted.answer((_request, respond) => respond.json(200, ["3.00", "1.00", "3.00"].map(wireMovementRow)));
		const amounts: string[] = [];
		for await (const { lines } of client.streamMovements("XOF")) amounts.push(...(lines ?? []).map(amountOf));
		expect(amounts).toEqual(["3.00", "1.00", "3.00"]);
		expect(scripted.requests[0]?.path).toBe("/api/v1/wallets/fiat/XOF/movements/");
	});

	test("of 200,000 rows pass in flat memory", async () => {
		scripted.answer((_request, respond) => respond.stream(200, rowsInPieces(200_000)));
		const before = process.memoryUsage().rss;
		let peak = before;
		let rows = 0;
		for await (const { lines } of client.streamMovements("XOF")) {
			rows += lines?.length ?? 0;
			peak = Math.max(peak, process.memoryUsage().rss);
		}
		expect(rows).toBe(200_000);
		// The array itself has 24 MB, as objects far more; both ends of the connection are in this process.
		expect(peak - before).toBeLessThan(100_000_000);
	});

	test("a reader who leaves early ends the request: the service need not send the rest", async () => {
		const sent = { rows: 0 };
		const service = await startScriptedService();
		const reader = clientOf(service.baseUrl);
		service.answer((_request, respond) => respond.stream(200, rowsInPieces(5_000_000, sent)));
		for await (const { lines } of reader.streamMovements("XOF")) {
			expect(lines?.map(amountOf)[0]).toBe("1.00");
			break;
		}
		await vi.waitFor(() => expect(service.openConnections()).toBe(0), { timeout: 15_000 });
		expect(sent.rows).toBeLessThan(1_000_000);
		await reader.close();
		await service.close();
	});

	test("a reader who stops to think makes the service wait, and loses nothing", async () => {
		const sent = { rows: 0 };
		scripted.answer((_request, respond) => respond.stream(200, rowsInPieces(200_000, sent)));
		let rows = 0;
		let sentMeanwhile = 0;
		for await (const { lines } of client.streamMovements("XOF")) {
			const isFirst = rows === 0;
			rows += lines?.length ?? 0;
			if (!isFirst) continue;
			// The service goes on sending until it is told to wait.
			let last = -1;
			await vi.waitFor(
				() => {
					const moved = sent.rows !== last;
					last = sent.rows;
					expect(moved).toBe(false);
				},
				{ interval: 100, timeout: 30_000 },
			);
			sentMeanwhile = sent.rows;
		}
		expect(sentMeanwhile).toBeLessThan(200_000);
		expect(rows).toBe(200_000);
	});

	test.each([
		["gzip", gzipSync],
		["br", brotliCompressSync],
	])("compressed by %s are read like any others", async (encoding, compress) => {
		const rows = Array.from({ length: 500 }, (_, index) => wireMovementRow(`${index}.00`));
		const body = compress(Buffer.from(JSON.stringify(rows)));
		const head = { "content-type": "application/json", "content-encoding": encoding };
		scripted.answer((_request, respond) => respond.raw(200, head, body));
		expect(await countRows()).toBe(500);
		scripted.answer((_request, respond) => respond.raw(200, head, body.subarray(0, body.length - 50)));
		await expect(countRows()).rejects.toMatchObject({ kind: "unknown" });
		scripted.answer((_request, respond) => respond.raw(200, head, JSON.stringify(rows)));
		await expect(countRows()).rejects.toMatchObject({ code: "encoded" });
	});

	test("are the one request that asks for gzip; an ETag goes back only where it came, and 304 is a list that has not changed", async () => {
		const etags = ['"v1"', undefined, "no quotes", `"${"x".repeat(300)}"`];
		const read = async (etag: string | null) => {
			const list = { etag, isUnchanged: false, bytes: 0 };
			let rows = 0;
			for await (const { lines } of client.streamMovements("XOF", undefined, list)) rows += lines?.length ?? 0;
			return { rows, ...list };
		};
		const body = gzipSync(JSON.stringify([wireMovementRow("1.00")]));
		for (const etag of etags) {
			const head = { "content-type": "application/json", "content-encoding": "gzip", ...(etag ? { etag } : {}) };
			scripted.answer((_request, respond) => respond.raw(200, head, body));
			const kept = etag === '"v1"' ? etag : null;
			expect(await read(null)).toEqual({ rows: 1, etag: kept, isUnchanged: false, bytes: body.length });
		}
		expect(scripted.requests.map(({ headers }) => headers["if-none-match"])).toEqual(etags.map(() => undefined));
		scripted.answer((_request, respond) => respond.raw(304, { etag: '"v1"' }, ""));
		expect(await read('"v1"')).toEqual({ rows: 0, etag: '"v1"', isUnchanged: true, bytes: 0 });
		expect(scripted.requests.at(-1)?.headers).toMatchObject({ "if-none-match": '"v1"', "accept-encoding": "gzip" });
		// A 304 that answers no condition is not believed.
		await expect(read(null)).rejects.toMatchObject({ status: 304 });
		scripted.answer((_request, respond) => respond.json(404, {}));
		await client.readBalance("XOF");
		expect(scripted.requests.at(-1)?.headers).toMatchObject({ "accept-encoding": "identity" });
	});

	test("are observed with the status that the service gave, an unchanged list too", async () => {
		const observer = createObserver();
		const observed = clientOf(scripted.baseUrl, { observer });
		for (const [status, body] of [
			[304, ""],
			[203, "[]"],
		] as const) {
			scripted.answer((_request, respond) => respond.raw(status, { "content-type": "application/json" }, body));
			const list = { etag: '"v1"', isUnchanged: false, bytes: 0 };
			for await (const _chunk of observed.streamMovements("XOF", undefined, list));
			const answers = observer.take().filter(({ kind }) => kind === "answer");
			expect(answers.map(({ value }) => value)).toEqual([String(status)]);
		}
		await observed.close();
	});

	const faults: [string, ScriptedHandler, object][] = [
		[
			"are cut",
			(_q, r) => r.truncated(200, `[${JSON.stringify(wireMovementRow("1.00"))},`, 9_000),
			{ kind: "unknown" },
		],
		[
			"hang",
			(_q, r) => r.hangInBody(200, `[${JSON.stringify(wireMovementRow("1.00"))}`),
			{ kind: "unknown", status: 200 },
		],
		["do not come", (_q, r) => r.hang(), { kind: "unknown", code: "headers_timeout" }],
		["are reset", (_q, r) => r.reset(), { kind: "unknown" }],
		["are HTML", (_q, r) => r.raw(200, { "content-type": "text/html" }, "[]"), { kind: "unknown", status: 200 }],
		["are a gzip bomb", (_q, r) => r.gzipBomb(200, 200_000_000), { kind: "unknown" }],
		["are elsewhere", (_q, r) => r.redirect(302, "http://127.0.0.1:9/"), { kind: "unknown", status: 302 }],
		["are nobody's", (_q, r) => r.json(404, {}), { kind: "refused", status: 404 }],
		["are refused", (_q, r) => r.json(403, {}), { kind: "refused", status: 403 }],
		[
			"are too many for now",
			(_q, r) => r.json(429, {}, { "retry-after": "5" }),
			{ kind: "refused", retryAfterSeconds: 5 },
		],
		["break down", (_q, r) => r.json(500, {}), { kind: "unknown", status: 500 }],
	];
	test.each(faults)("that %s end in a fault", async (_name, handler, facts) => {
		scripted.answer(handler);
		await expect(countRows()).rejects.toMatchObject({ name: "ServiceError", ...facts });
	});

	test("that only drip are given up by the time of all", async () => {
		const hasty = clientOf(scripted.baseUrl, { limits: { streamTotalMs: 300 } });
		scripted.answer((_request, respond) => respond.drip(200, " ".repeat(1_000), 20));
		const first = hasty.streamMovements("XOF")[Symbol.asyncIterator]().next();
		await expect(first).rejects.toMatchObject({ kind: "unknown", code: "total_timeout" });
		await hasty.close();
	});

	test("in no currency at all are not asked for", async () => {
		await expect(client.streamMovements("../x")[Symbol.asyncIterator]().next()).rejects.toMatchObject({
			kind: "not_sent",
		});
		expect(scripted.requests).toHaveLength(0);
	});
});
