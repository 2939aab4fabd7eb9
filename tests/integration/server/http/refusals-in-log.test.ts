/** The log names a refused member by id, without anything personal. */
import { PassThrough } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { GET as MEMBERS } from "#app/api/members/route.ts";
import { POST } from "#app/api/session/route.ts";
import { createLog } from "#server/log.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { guardedDesk, PASSWORD } from "#tests/support/desk/guarded-desk.ts";

const { database } = await createTestDatabase();
const desk = await guardedDesk(database);
const stream = new PassThrough();
let written = "";
stream.on("data", (chunk: Buffer) => {
	written += chunk.toString();
});
serveWith({ ...desk.system, log: createLog("info", "test", stream) });
const lines = () =>
	written
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as { event: string; code?: string; member?: string });
const enter = (email: string, password = PASSWORD) =>
	ask(POST, "/api/session", { method: "POST", body: { email, password } });

beforeEach(async () => {
	written = "";
	await database.deleteFrom("sign_in_delay").execute();
});

test("a member whose role does not open a route", async () => {
	const { id, email, name } = await desk.member();
	const cookie = cookieOf(await enter(email));
	expect((await ask(MEMBERS, "/api/members", { cookie })).status).toBe(403);
	expect(lines()).toContainEqual(expect.objectContaining({ event: "request.refused", code: "forbidden", member: id }));
	expect(written).not.toContain(email);
	expect(written).not.toContain(name);
});

test("an account at which somebody guesses, and that is delayed", async () => {
	const { id, email } = await desk.member();
	for (let guess = 0; guess < 6; guess += 1) await enter(email, `my guess ${guess}`);
	const told = lines().filter(({ member }) => member === id);
	expect(told.map(({ event, code }) => `${event} ${code}`)).toEqual([
		...Array(5).fill("sign_in_refused wrong_credentials"),
		"sign_in_delayed too_many_attempts",
	]);
	expect(written).not.toContain(email);
	expect(written).not.toContain("my guess");
});

test("a name that nobody has, without the name", async () => {
	await enter("my-secret-word@test.example");
	expect(lines().map(({ event }) => event)).toContain("sign_in_refused");
	expect(written).not.toContain("my-secret-word");
});
