import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { renewedKeys } from "#server/environment/key-files.ts";
import type { ServiceError } from "#server/errors.ts";
import { createObserver } from "#server/momo/observer.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { WIRE_WALLET } from "#tests/support/service/momo-client.ts";
import { openRelayDesk, RELAY_TOKEN } from "#tests/support/service/relay-desk.ts";

const { scripted, newPath, logged, worker, web, ask } = await openRelayDesk();

describe("the worker's relay", () => {
	test.each([
		["none", {}],
		["a wrong one", { authorization: `Bearer ${RELAY_TOKEN.slice(0, -1)}x` }],
		["the bare one", { authorization: RELAY_TOKEN }],
	])("answers nobody who shows its token as %s", async (_name, headers) => {
		const path = newPath();
		await worker(path);
		expect(await ask(path, "GET", "wallets/fiat/XOF/", { authorization: "", ...headers })).toBe(401);
		expect(scripted.requests).toEqual([]);
		expect(logged()).toContain("relay_refused");
		await expect(web(path, { token: `${RELAY_TOKEN}x` }).readBalance("XOF")).rejects.toMatchObject({
			code: "worker_away",
		});
		expect(logged()).not.toContain(RELAY_TOKEN.slice(0, -1));
	});

	test("is a socket of this account alone, under one name, which it takes away when it ends", async () => {
		const path = newPath();
		const { close } = await worker(path);
		expect(statSync(path).isSocket()).toBe(true);
		expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
		expect(readdirSync(dirname(path))).toEqual(["service.sock"]);
		await close();
		expect(existsSync(path)).toBe(false);
	});

	test("away is a cause of its own, at once, and no rest for a service that nobody asked", async () => {
		const path = newPath();
		const observer = createObserver();
		const service = web(path, { observer, reads: { breakAfter: 2 } });
		scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
		for (let time = 0; time < 5; time += 1)
			await expect(service.readBalance("XOF")).rejects.toMatchObject({ kind: "not_sent", code: "worker_away" });
		expect(observer.take()).toEqual([]);
		await worker(path);
		expect((await service.readBalance("XOF"))?.balance).toBe("18426350.00");
	});

	test("that stands still is away, however many connections the system still takes", async () => {
		const path = newPath();
		const frozen = createServer(() => undefined).listen(path);
		onTestFinished(() => void frozen.close());
		const hasty = web(path, { limits: { connectMs: 100 }, reads: { retries: 0 } });
		await expect(hasty.readBalance("XOF")).rejects.toMatchObject({ code: "worker_away" });
	});

	test("that waits for a slow service is not away", async () => {
		const path = newPath();
		await worker(path, { limits: { readHeadersMs: 5_000, readTotalMs: 20_000 } });
		scripted.answer((_asked, respond) => respond.hang());
		const hasty = web(path, { limits: { connectMs: 2_000 }, reads: { retries: 0 } });
		await expect(hasty.readBalance("XOF")).rejects.toMatchObject({ code: "headers_timeout" });
	}, 30_000);

	test("takes over the name that a killed worker left", async () => {
		const path = newPath();
		const dead = createServer().listen(`${path}.dead`);
		await once(dead, "listening");
		renameSync(`${path}.dead`, path);
		dead.close();
		await once(dead, "close");
		expect(statSync(path).isSocket()).toBe(true);
		await worker(path);
		scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
		expect((await web(path).readBalance("XOF"))?.balance).toBe("18426350.00");
	});

	test("of several workers one answers, and another when that one ends", async () => {
		const path = newPath();
		scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
		const [first] = [await worker(path), await worker(path)];
		const service = web(path);
		expect(await service.readBalance("XOF")).not.toBeNull();
		expect(logged().match(/relay_open/g)).toHaveLength(1);
		await first.close();
		await vi.waitFor(async () => expect(await service.readBalance("XOF")).not.toBeNull(), { timeout: 15_000 });
		expect(logged().match(/relay_open/g)).toHaveLength(2);
	}, 30_000);

	test("that cannot be opened is tried again: the worker itself goes on", async () => {
		const path = newPath();
		const folder = dirname(path);
		renameSync(folder, `${folder}-away`);
		onTestFinished(() => rmSync(`${folder}-away`, { recursive: true, force: true }));
		await worker(path);
		expect(logged()).toContain("relay_not_open");
		renameSync(`${folder}-away`, folder);
		scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
		await vi.waitFor(async () => expect(await web(path).readBalance("XOF")).not.toBeNull(), { timeout: 15_000 });
	}, 30_000);

	test("ends the question at the service when whoever asked it leaves", async () => {
		const path = newPath();
		await worker(path, { limits: { readHeadersMs: 600_000, readTotalMs: 600_000 } });
		scripted.answer((_asked, respond) => respond.hang());
		const leaving = web(path);
		const read = leaving.readBalance("XOF").catch((error: unknown) => error);
		await vi.waitFor(() => expect(scripted.requests).toHaveLength(1));
		const open = scripted.openConnections();
		await leaving.close();
		await vi.waitFor(() => expect(scripted.openConnections()).toBeLessThan(open));
		await read;
	});

	test("asks thirty-two at once and no more; the others hear of the crowd", async () => {
		const path = newPath();
		await worker(path, { limits: { readHeadersMs: 600_000, readTotalMs: 600_000 } });
		const { promise: letGo, resolve } = Promise.withResolvers<void>();
		scripted.answer(async (_asked, respond) => {
			await letGo;
			respond.json(404, {});
		});
		const reads = { retries: 0, atOnce: 40 };
		const several = [web(path, { reads }), web(path, { reads }), web(path, { reads })];
		const heard: (string | null)[] = [];
		const asked = Array.from({ length: 48 }, async (_, number) => {
			const answer = several[number % 3]?.readStatus(`TX-${number}`);
			heard.push(
				await Promise.resolve(answer).then(
					() => null,
					(error: ServiceError) => error.code,
				),
			);
		});
		await vi.waitFor(() => expect(heard).toEqual(Array(16).fill("crowd")), { timeout: 10_000 });
		resolve();
		await Promise.all(asked);
		expect(heard.filter((code) => code === null)).toHaveLength(32);
		expect(scripted.requests).toHaveLength(32);
	}, 20_000);

	test("takes renewed keys from their files without a restart", async () => {
		const path = newPath();
		const folder = temporaryFolder();
		const files = ["key", "secret"].map((name) => join(folder, name));
		const write = (...values: string[]) =>
			files.forEach((file, index) => {
				writeFileSync(file, values[index] ?? "");
				chmodSync(file, 0o600);
			});
		write("first-key", "first-secret");
		const [MOMO_API_KEY_FILE = "", MOMO_API_SECRET_FILE = ""] = files;
		let now = Date.now();
		const first = { apiKey: "first-key", apiSecret: "first-secret" };
		await worker(path, { keys: renewedKeys({ MOMO_API_KEY_FILE, MOMO_API_SECRET_FILE }, first, () => now) });
		scripted.answer((_asked, respond) => respond.json(200, WIRE_WALLET));
		const service = web(path);
		await service.readBalance("XOF");
		write("second-key", "second-secret");
		for (const file of files) utimesSync(file, new Date(now + 1_000), new Date(now + 1_000));
		now += 60_000;
		await service.readBalance("XOF");
		expect(scripted.requests.map(({ headers }) => [headers["x-api-key"], headers["api-secret"]])).toEqual([
			["first-key", "first-secret"],
			["second-key", "second-secret"],
		]);
	});
});
