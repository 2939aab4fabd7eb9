import { describe, expect, onTestFinished, test, vi } from "vitest";
import { GET as EVENTS } from "#app/api/events/route.ts";
import type { LiveUpdate } from "#lib/contracts/desk-status.ts";
import type { Role } from "#lib/roles.ts";
import { endSession } from "#server/access/end-session.ts";
import { signIn } from "#server/access/sign-in.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { sessionCookie } from "#server/http/cookies/session-cookie.ts";
import { MAX_STREAMS_OF_MEMBER, openEventStream, RETRY_MS, type StreamTimes } from "#server/http/event-stream.ts";
import type { LiveUpdateHub } from "#server/http/live-update-hub.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";

const { database } = await createTestDatabase();
const QUIET: StreamTimes = { beatMs: 3_600_000, recheckMs: 3_600_000 };
let count = 0;

async function signedIn(role: Role = "viewer") {
	count += 1;
	const clock = fixedClock();
	const system = systemContext({ database, clock, program: "web" });
	const person = { email: `stream-${count}@test.example`, password: "green-river-stone-kettle" };
	await createAsOwner(database, clock, { ...person, name: `Reader ${count}`, role });
	const session = await signIn(system, { ...person, address: `10.1.0.${count}`, userAgent: null });
	return { clock, system, session };
}

/** A hub that the test sends updates through. */
function ownHub() {
	const listeners = new Set<(update: LiveUpdate) => void>();
	const hub: LiveUpdateHub = {
		subscribe(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		close: () => Promise.resolve(),
	};
	const tell = (update: LiveUpdate) => {
		for (const listener of listeners) listener(update);
	};
	return { hub, tell, listeners };
}

const one = signedIn("viewer");

async function open(role: Role = "viewer", times: StreamTimes = QUIET) {
	const who = await signedIn(role);
	const line = ownHub();
	const leaving = new AbortController();
	onTestFinished(() => leaving.abort());
	const response = openEventStream(who.system, line.hub, { session: who.session, signal: leaving.signal }, times);
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	if (!reader) throw new Error("a stream has a body");
	const retry = await reader.read();
	expect(retry).toMatchObject({ done: false, value: expect.stringMatching(/^retry: \d{4}\n\n$/) });
	return { ...who, ...line, leaving, response, reader };
}

const rest = async (reader: ReadableStreamDefaultReader<string>): Promise<string> => {
	let text = "";
	for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
	return text;
};

describe("a member's stream of events", () => {
	test("is never stored or compressed on the way", async () => {
		const { response } = await open();
		expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
		expect(response.headers.get("cache-control")).toBe("private, no-store, no-transform");
	});

	test("tells updates that come together once each", async () => {
		const { reader, tell } = await open();
		for (let times = 0; times < 100; times += 1) tell({ topic: "payments", id: "p1" });
		tell({ topic: "wallets", id: "XOF" });
		const { value } = await reader.read();
		expect(value).toBe('data: {"topic":"payments","id":"p1"}\n\ndata: {"topic":"wallets","id":"XOF"}\n\n');
	});

	test("sends a heartbeat in silence", async () => {
		const { reader } = await open("viewer", { ...QUIET, beatMs: 5 });
		expect((await reader.read()).value).toBe(": still here\n\n");
	});

	test("tells of members only who may read them", async () => {
		const viewer = await open("viewer");
		viewer.tell({ topic: "members", id: "m1" });
		viewer.tell({ topic: "status", id: null });
		expect((await viewer.reader.read()).value).toBe('data: {"topic":"status","id":null}\n\n');
		const admin = await open("admin");
		admin.tell({ topic: "members", id: "m1" });
		expect((await admin.reader.read()).value).toBe('data: {"topic":"members","id":"m1"}\n\n');
	});

	test("says at once that its session is ended, so that the page need not find out, and ends", async () => {
		const { reader, system, session, tell, listeners } = await open();
		await endSession(system, { id: session.id });
		tell({ topic: "members", id: session.member.id });
		expect(await rest(reader)).toBe("event: session\ndata: ended\n\n");
		expect(listeners.size).toBe(0);
	});

	test("tells a page of somebody else nothing but that its session is ended", async () => {
		const { system, session } = await signedIn();
		const { hub, tell, listeners } = ownHub();
		const asked = { session, signal: new AbortController().signal, pageOf: (await one).session.member.id };
		const { body } = openEventStream(system, hub, asked, QUIET);
		tell({ topic: "payments", id: "p1" });
		expect(await new Response(body).text()).toMatch(/^retry: \d{4}\n\nevent: session\ndata: ended\n\n$/);
		expect(listeners.size).toBe(0);
	});

	test("ends with its session, though it is open: a stream is no sign of a person", async () => {
		const { reader, clock, listeners } = await open("viewer", { beatMs: 3_600_000, recheckMs: 5 });
		clock.advance(15 * 60_000);
		expect(await rest(reader)).toBe("event: session\ndata: ended\n\n");
		expect(listeners.size).toBe(0);
	});

	test("goes on while the database cannot say whether the session lives", async () => {
		const { system, session } = await signedIn();
		const { hub, tell } = ownHub();
		const broken = {
			...system,
			get database(): typeof system.database {
				throw new Error("no database");
			},
		};
		const leaving = new AbortController();
		const response = openEventStream(
			broken,
			hub,
			{ session, signal: leaving.signal },
			{ beatMs: 3_600_000, recheckMs: 1 },
		);
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		await reader?.read();
		tell({ topic: "payments", id: "still" });
		expect((await reader?.read())?.value).toContain("still");
		leaving.abort();
	});

	test("cleans up when the browser leaves, from either side", async () => {
		const first = await open();
		first.leaving.abort();
		expect(await rest(first.reader)).toBe("");
		expect(first.listeners.size).toBe(0);
		const second = await open();
		await second.reader.cancel();
		expect(second.listeners.size).toBe(0);
	});

	test("is one of a bounded number of a member; a place is free again when one ends", async () => {
		const { system, session } = await signedIn();
		const { hub } = ownHub();
		const leaving = new AbortController();
		const last = new AbortController();
		const openOne = (signal: AbortSignal) => openEventStream(system, hub, { session, signal }, QUIET);
		openOne(last.signal);
		for (let opened = 1; opened < MAX_STREAMS_OF_MEMBER; opened += 1) openOne(leaving.signal);
		expect(() => openOne(leaving.signal)).toThrow(expect.objectContaining({ code: "too_many_attempts" }));
		last.abort();
		expect(() => openOne(leaving.signal)).not.toThrow();
		leaving.abort();
	});

	test("keeps no place for a request that wants the headers alone", async () => {
		const { system, session } = await signedIn();
		const { hub, listeners } = ownHub();
		serveWith(system);
		vi.stubGlobal(Symbol.for("cauri.live-update-hub") as unknown as string, hub);
		onTestFinished(() => void vi.unstubAllGlobals());
		const cookie = (await sessionCookie(system.config, session.id)).split(";")[0] ?? "";
		const looked = await ask(EVENTS, "/api/events", { method: "HEAD", cookie });
		expect([looked.status, looked.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
		expect(listeners.size).toBe(0);
	});

	test("ends when its reader does not read", async () => {
		const { system, session } = await signedIn();
		const { hub, listeners } = ownHub();
		const leaving = new AbortController();
		openEventStream(system, hub, { session, signal: leaving.signal }, { beatMs: 0, recheckMs: 3_600_000 });
		await expect.poll(() => listeners.size).toBe(0);
	});
});

test("300 pages whose web program restarts come back over seconds: none has more than twice the mean load", async () => {
	const seconds = new Map<number, number>();
	for (let page = 0; page < 300; page += 1) {
		const { who, hub } = { who: await one, hub: ownHub().hub };
		const leaving = new AbortController();
		const response = openEventStream(who.system, hub, { session: who.session, signal: leaving.signal }, QUIET);
		leaving.abort();
		const wait = Number(/^retry: (\d+)/.exec(await response.text())?.[1]);
		const second = Math.floor(wait / 1_000);
		seconds.set(second, (seconds.get(second) ?? 0) + 1);
	}
	const mean = 300 / (RETRY_MS.within / 1_000);
	expect(Math.max(...seconds.values())).toBeLessThanOrEqual(2 * mean);
	expect(Math.max(...seconds.keys())).toBeLessThan(5);
});
