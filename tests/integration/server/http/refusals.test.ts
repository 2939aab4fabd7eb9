import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { POST as RESOLVE } from "#app/api/deposits/[id]/resolution/route.ts";
import { GET as MEMBERS } from "#app/api/members/route.ts";
import { POST as SIGN_IN, DELETE as SIGN_OUT } from "#app/api/session/route.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { createLog } from "#server/log.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";

const { database } = await createTestDatabase();
const clock = fixedClock();
const stream = new PassThrough();
serveWith({ ...systemContext({ database, clock }), log: createLog("info", "test", stream) });
const WHO = { email: "koffi.mensah@test.example", password: "kapok lantern seven tortoise" };
const { id: memberId } = await createAsOwner(database, clock, { ...WHO, name: "Koffi Mensah", role: "maker" });

const signIn = async () => cookieOf(await ask(SIGN_IN, "/api/session", { method: "POST", body: WHO }));

/** The log's lines since the last call; none of them is personal. */
function logged(): { event: string; [fact: string]: unknown }[] {
	const text = String(stream.read() ?? "");
	expect(text).not.toMatch(/koffi|mensah|kapok|my guess|my-secret-word/i);
	const lines = text.trim().split("\n").filter(Boolean);
	return lines.map((line) => JSON.parse(line));
}

const refusals = () => logged().filter(({ event }) => event === "request.refused");

test("a member who may not is in the log by id, with what was refused and why", async () => {
	const cookie = await signIn();
	expect((await ask(MEMBERS, "/api/members", { cookie })).status).toBe(403);
	expect(refusals()).toEqual([
		expect.objectContaining({
			level: "warn",
			code: "forbidden",
			member: memberId,
			action: "member.read",
			method: "GET",
			route: "/api/members",
			cause: "maker may not member.read",
		}),
	]);
});

test("a request from another site is in the log with the member whose browser sent it", async () => {
	const cookie = await signIn();
	refusals();
	const headers = { origin: "https://evil.example" };
	const params = { id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" };
	await ask(RESOLVE, `/api/deposits/${params.id}/resolution`, { method: "POST", cookie, headers, params, body: {} });
	const [refusal] = refusals();
	expect(refusal).toMatchObject({ code: "forbidden", member: memberId, route: "/api/deposits/[id]/resolution" });
	const site = { "sec-fetch-site": "cross-site" };
	await ask(SIGN_OUT, "/api/session", { method: "DELETE", cookie, headers: site });
	expect(refusals()).toEqual([
		expect.objectContaining({ code: "foreign_origin", cause: "Sec-Fetch-Site is not same-origin" }),
	]);
});

test("a session that opens nothing any more is in the log with whose it was and why", async () => {
	const cookie = await signIn();
	await ask(SIGN_OUT, "/api/session", { method: "DELETE", cookie });
	refusals();
	await ask(MEMBERS, "/api/members", { cookie });
	expect(refusals()).toEqual([
		expect.objectContaining({ level: "info", code: "unauthenticated", member: memberId, cause: "session ended" }),
	]);
	const old = await signIn();
	clock.advance(13 * 3_600_000);
	await ask(MEMBERS, "/api/members", { cookie: old });
	await ask(MEMBERS, "/api/members");
	expect(refusals().map(({ member, cause }) => [member, cause])).toEqual([
		[memberId, "too old"],
		[undefined, "no session"],
	]);
});

test("an account at which somebody guesses is in the log by its id, a name that nobody has without the name", async () => {
	const enter = (email: string, password: string) =>
		ask(SIGN_IN, "/api/session", { method: "POST", body: { email, password } });
	for (let guess = 0; guess < 6; guess += 1) await enter(WHO.email, `my guess ${guess}`);
	const told = logged().filter(({ member }) => member === memberId);
	expect(told.map(({ event, code }) => `${event} ${code}`)).toEqual([
		...Array(5).fill("sign_in_refused wrong_credentials"),
		"sign_in_delayed too_many_attempts",
	]);
	await database.deleteFrom("sign_in_delay").execute();
	await enter("my-secret-word@test.example", "my guess");
	expect(logged().map(({ event }) => event)).toContain("sign_in_refused");
});
