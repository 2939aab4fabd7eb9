import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { PUT } from "#app/api/preferences/route.ts";
import { DELETE, GET, POST } from "#app/api/session/route.ts";
import { GET as STATUS } from "#app/api/status/route.ts";
import { deskStatusSchema } from "#lib/contracts/desk-status.ts";
import { sessionSchema } from "#lib/contracts/member.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { createLog } from "#server/log.ts";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const { database } = await createTestDatabase();
const clock = fixedClock();
const system = systemContext({ database, clock });
serveWith(system);
const WHO = { email: "awa@test.example", password: "green-river-stone-kettle" };
await createAsOwner(database, clock, { ...WHO, name: "Awa", role: "approver" });

const signIn = (options = {}) => ask(POST, "/api/session", { method: "POST", body: WHO, ...options });
const codeOf = async (response: Response) => problemSchema.parse(await response.json()).code;

describe("the session's route", () => {
	test("signs in, says who is in, and signs out; the cookie of then opens nothing afterwards", async () => {
		const started = await signIn();
		expect(started.status).toBe(200);
		const cookie = cookieOf(started);
		expect(sessionSchema.parse(await started.json()).member).toMatchObject({ email: WHO.email, role: "approver" });
		expect((await ask(GET, "/api/session", { cookie })).status).toBe(200);
		expect((await ask(STATUS, "/api/status", { cookie })).status).toBe(200);

		const ended = await ask(DELETE, "/api/session", { method: "DELETE", cookie });
		expect(ended.status).toBe(204);
		expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
		expect(ended.headers.get("clear-site-data")).toBe('"cache", "storage"');
		const replayed = await ask(GET, "/api/session", { cookie });
		expect(replayed.status).toBe(401);
		expect(await codeOf(replayed)).toBe("unauthenticated");
		expect((await ask(DELETE, "/api/session", { method: "DELETE", cookie })).status).toBe(204);
	});

	test("gives the browser a cookie of its own for half a year, by which a guessed-at member still gets in", async () => {
		const started = await signIn();
		const own = started.headers.getSetCookie().find((cookie) => cookie.startsWith("cauri_browser="));
		expect(own).toMatch(/^cauri_browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
		const guess = () => signIn({ body: { ...WHO, password: "wrong" } });
		for (let guesses = 0; guesses < 5; guesses += 1) await guess();
		expect((await guess()).status).toBe(429);
		expect((await signIn()).status).toBe(429);
		expect((await signIn({ cookie: own?.split(";")[0] })).status).toBe(200);
		clock.advance(3_602_000);
	});

	test("counts what a proxy says of the address where it is trusted, and only there", async () => {
		const other = { email: "proxied@test.example", password: "wrong" };
		const guess = async (forwarded: string) => {
			const headers = { "x-cauri-peer": "10.0.0.1", "x-forwarded-for": forwarded };
			return (await signIn({ body: other, headers })).status;
		};
		const answers = async () => {
			const statuses: number[] = [];
			for (let guesses = 0; guesses < 6; guesses += 1) statuses.push(await guess(`198.51.100.${guesses}`));
			return statuses;
		};
		expect(await answers()).toEqual([401, 401, 401, 401, 401, 429]);
		serveWith({ ...system, config: testConfig({ TRUSTED_PROXIES: "10.0.0.0/8" }) });
		expect(await answers()).toEqual([401, 401, 401, 401, 401, 401]);
		serveWith(system);
	});

	test("never shows the session's id outside its sealed cookie", async () => {
		const started = await signIn();
		const rows = await database.selectFrom("session").select("id_hash").execute();
		const text = JSON.stringify([...started.headers, await started.text()]);
		for (const { id_hash } of rows) expect(text).not.toContain(id_hash);
	});

	test("answers a wrong password with 401 and too many with 429 and the seconds", async () => {
		const body = { email: "other@test.example", password: "wrong" };
		const answers: Response[] = [];
		for (let guess = 0; guess < 6; guess += 1) answers.push(await signIn({ body }));
		expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429]);
		expect(answers[5]?.headers.get("retry-after")).toBe("1");
		expect(answers[5]?.headers.has("set-cookie")).toBe(false);
	});
});

test.each([
	["ends where the page alone asks for the desk's status", { "x-cauri-background": "1" }, 401],
	["stays open while somebody types without saving", {}, 200],
])("a session %s", async (_, headers, status) => {
	const cookie = cookieOf(await signIn());
	for (let minutes = 0; minutes < 20; minutes += 5) {
		await ask(STATUS, "/api/status", { cookie, headers });
		clock.advance(5 * 60_000);
	}
	expect((await ask(STATUS, "/api/status", { cookie, headers })).status).toBe(status);
});

describe("every answer", () => {
	test("is kept by nobody and carries the id of its request", async () => {
		for (const response of [await signIn(), await ask(GET, "/api/session"), await signIn({ body: {} })]) {
			expect(response.headers.get("cache-control")).toBe("private, no-store");
			expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
		}
	});

	test("to a fault that nobody foresaw is a bare 500", async () => {
		const now = () => {
			throw new Error("password of the database: hunter2");
		};
		const broken = { ...system, config: testConfig(), log: createLog("silent", "test"), clock: { now } };
		const cookie = cookieOf(await signIn());
		serveWith(broken);
		const response = await ask(GET, "/api/session", { cookie });
		serveWith(system);
		expect(response.status).toBe(500);
		const text = await response.text();
		expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ code: "internal" });
		expect(text).not.toContain("hunter2");
	});
});

describe("preferences", () => {
	test("are kept in cookies, signed in or not", async () => {
		const body = { locale: "fr", theme: "dark" };
		const response = await ask(PUT, "/api/preferences", { method: "PUT", body });
		expect(response.status).toBe(204);
		expect(response.headers.getSetCookie().map((cookie) => cookie.split(";")[0])).toEqual([
			"cauri_locale=fr",
			"cauri_theme=dark",
		]);
		const unknown = { locale: "xx; Domain=evil" };
		expect((await ask(PUT, "/api/preferences", { method: "PUT", body: unknown })).status).toBe(400);
	});

	test("stay with the member: whoever signs in next finds theirs, and what is not named stays", async () => {
		const cookie = cookieOf(await signIn());
		const keep = (body: object, options = {}) => ask(PUT, "/api/preferences", { method: "PUT", body, ...options });
		const kept = async () =>
			(await signIn()).headers.getSetCookie().flatMap((each) => /^cauri_(locale|theme)=\w+/.exec(each)?.[0] ?? []);
		expect(await kept()).toEqual([]);
		await keep({ locale: "fr" }, { cookie });
		expect(await kept()).toEqual(["cauri_locale=fr"]);
		await keep({ theme: "dark" }, { cookie });
		expect(await kept()).toEqual(["cauri_locale=fr", "cauri_theme=dark"]);
		await keep({ locale: "en", theme: "light" });
		await keep({}, { cookie });
		await ask(DELETE, "/api/session", { method: "DELETE", cookie });
		expect((await keep({ locale: "en" }, { cookie })).status).toBe(204);
		expect(await kept()).toEqual(["cauri_locale=fr", "cauri_theme=dark"]);
	});
});

test("the status of the desk says since when the worker is away, and that sending stopped", async () => {
	const cookie = cookieOf(await signIn());
	const read = async () => deskStatusSchema.parse(await (await ask(STATUS, "/api/status", { cookie })).json());
	expect(await read()).toEqual({
		worker: { alive: false, awaySince: null },
		sendingStoppedAt: null,
		databaseMismatch: null,
		sendingStoppedBy: null,
		walletWaits: [],
		sandbox: false,
		approvalsWaiting: 0,
	});
	const now = sql<Date>`now()`;
	await database.insertInto("worker").values({ id: "w1", started_at: now, seen_at: now }).execute();
	expect((await read()).worker).toEqual({ alive: true, awaySince: null });
	const earlier = database.updateTable("worker").set({ seen_at: sql<Date>`now() - interval '21 seconds'` });
	const { seen_at: seen } = await earlier.returning("seen_at").executeTakeFirstOrThrow();
	expect((await read()).worker).toEqual({ alive: false, awaySince: seen.toISOString() });
	await keepSetting(database, "sending_stopped", { at: seen.toISOString() }, seen);
	expect((await read()).sendingStoppedAt).toBe(seen.toISOString());
});
