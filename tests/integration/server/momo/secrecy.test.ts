import { inspect } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import type { Service } from "#server/momo/service.ts";
import { keptLog } from "#tests/support/contexts.ts";
import { freePort } from "#tests/support/programs/free-port.ts";
import {
	clientOf,
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

const scripted = await startScriptedService();
const silent = await startSilentListener();
const { log, ...logged } = keptLog();
const client = clientOf(scripted.baseUrl, { reads: { retries: 0 } }, log);
afterAll(async () => {
	await client.close();
	await silent.close();
	await scripted.close();
});

async function wordsOf(service: Service): Promise<string> {
	const calls = [
		service.startPayout(PAYOUT_ORDER, inTime),
		service.readStatus("TX-1"),
		service.streamMovements("XOF")[Symbol.asyncIterator]().next(),
	];
	const results = await Promise.allSettled(calls);
	return results
		.map((result) => (result.status === "fulfilled" ? result.value : result.reason))
		.map((value) => {
			const own =
				value instanceof Error
					? JSON.stringify(Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]))
					: "";
			return `${JSON.stringify(value)} ${inspect(value, { depth: 20, showHidden: true })} ${String(value)} ${own}`;
		})
		.join("\n");
}

const echo = `keys were ${TEST_KEY} / ${TEST_SECRET}`;
const faults: [string, ScriptedHandler][] = [
	["hangs", (_q, r) => r.hang()],
	["resets", (_q, r) => r.reset()],
	["refuses the keys and repeats them", (_q, r) => r.json(401, { detail: echo, [TEST_SECRET]: ["x"] })],
	["breaks and repeats the whole request", (q, r) => r.raw(500, { "content-type": "text/plain" }, JSON.stringify(q))],
	["repeats the keys in a truncated answer", (_q, r) => r.truncated(200, `{"reference":"TX-1","x":"${echo}`, 9_000)],
	[
		"repeats the keys in a good answer",
		(_q, r) => r.json(200, { ...WIRE_PAYOUT, operator_name: echo, status: TEST_SECRET }),
	],
	[
		"spells the secret in escapes",
		(_q, r) => r.raw(400, { "content-type": "application/json" }, `{"detail":"\\u0063${TEST_SECRET.slice(1)}"}`),
	],
	["sends it on with the keys", (_q, r) => r.redirect(307, `http://127.0.0.1:9/?${TEST_SECRET}`)],
	["speaks no HTTP", (_q, r) => r.raw(101, { upgrade: TEST_SECRET, connection: "upgrade" }, "")],
];

describe("our keys", () => {
	test.each(faults)("are in no error, answer or log line when the service %s", async (_name, handler) => {
		scripted.answer(handler);
		logged.forget();
		const words = `${await wordsOf(client)}${logged.text()}`;
		expect(logged.text()).toContain("service_call");
		expect(words.length).toBeGreaterThan(100);
		expect(words).not.toContain(TEST_SECRET);
		expect(words).not.toContain(TEST_KEY);
	});

	test("are in no error when the connection or TLS fails", async () => {
		for (const baseUrl of [
			`http://127.0.0.1:${await freePort()}/api/v1/`,
			`https://127.0.0.1:${silent.port}/api/v1/`,
		]) {
			const other = clientOf(new URL(baseUrl), { reads: { retries: 0 } }, log);
			const words = await wordsOf(other);
			expect(words).toContain("not_sent");
			expect(words + logged.text()).not.toContain(TEST_SECRET);
			await other.close();
		}
	});

	test("are not to be seen in the client itself", () => {
		expect(inspect(client, { depth: 20, showHidden: true })).not.toContain(TEST_SECRET);
	});
});
