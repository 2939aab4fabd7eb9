/** A worker's relay at a real socket, the client of a web program without keys, and the service behind them; all end with the test. */
import { request } from "node:http";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeEach, onTestFinished } from "vitest";
import type { Keys } from "#server/environment/key-files.ts";
import { createService, type ServiceOptions } from "#server/momo/client.ts";
import type { Service } from "#server/momo/service.ts";
import type { TransportLimits } from "#server/momo/transport.ts";
import { Secret } from "#server/secret.ts";
import { keepRelay } from "#server/worker/keep-relay.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { TEST_KEY, TEST_SECRET } from "#tests/support/service/momo-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

/** Of the relay; nothing of it may come out. */
export const RELAY_TOKEN = "canary-token-0123456789abcdef0123456789";
/** Of the worker towards the service: short enough for tests. */
export const RELAY_LIMITS = {
	connectMs: 400,
	tlsMs: 400,
	readHeadersMs: 300,
	readBodyMs: 300,
	readTotalMs: 2_000,
	recordBytes: 100_000,
};
const KEYS = { apiKey: new Secret(TEST_KEY), apiSecret: new Secret(TEST_SECRET) };

interface WorkerParts {
	baseUrl?: URL;
	keys?: Keys;
	limits?: Partial<TransportLimits>;
}

/** Call at the top of a test file. */
export async function openRelayDesk() {
	let logged = "";
	const log = pino(
		{ level: "trace" },
		new Writable({
			write(chunk, _encoding, done) {
				logged += chunk;
				done();
			},
		}),
	);
	const scripted = await startScriptedService();
	afterAll(() => scripted.close());
	beforeEach(() => {
		scripted.requests.length = 0;
		logged = "";
	});
	return {
		scripted,
		newPath: () => join(temporaryFolder(), "service.sock"),
		/** All that worker and web have logged in this test. */
		logged: () => logged,
		/** A worker with a relay at this path. */
		async worker(path: string, { baseUrl = scripted.baseUrl, keys = KEYS, limits = {} }: WorkerParts = {}) {
			const relay = { path, token: new Secret(RELAY_TOKEN) };
			const kept = await keepRelay({ momoBaseUrl: baseUrl, momoKeys: keys, relay, readsPerSecond: 1_000 }, log, {
				...RELAY_LIMITS,
				...limits,
			});
			const close = async () => kept?.close();
			onTestFinished(close);
			return { close };
		},
		/** The client of a web program that has no key. */
		web(path: string, options: ServiceOptions & { token?: string; baseUrl?: URL } = {}): Service {
			const { token = RELAY_TOKEN, baseUrl = scripted.baseUrl, reads, ...rest } = options;
			const relay = { path, token: new Secret(token) };
			const service = createService({ momoBaseUrl: baseUrl, momoKeys: null, relay, readsPerSecond: 1_000 }, log, {
				...rest,
				reads: { retryDelayMs: 1, breakAfter: 1_000, ...reads },
			});
			onTestFinished(() => service.close());
			return service;
		},
		/** A request by hand at the socket; its status. */
		ask(path: string, method: string, route: string, headers: Record<string, string> = {}): Promise<number> {
			return new Promise((resolve, reject) => {
				const all = { host: scripted.baseUrl.host, authorization: `Bearer ${RELAY_TOKEN}`, ...headers };
				const asked = request({ socketPath: path, method, path: `/api/v1/${route}`, headers: all }, (response) => {
					response.resume().once("end", () => resolve(response.statusCode ?? 0));
				});
				asked.once("error", reject).end();
			});
		},
	};
}
