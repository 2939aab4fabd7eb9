import { sql } from "kysely";
import { expect, test } from "vitest";
import { PUT as CHANGE_PASSWORD } from "#app/api/account/password/route.ts";
import { GET as EVENTS } from "#app/api/events/route.ts";
import { GET as OVERVIEW } from "#app/api/overview/route.ts";
import { POST as DECIDE } from "#app/api/payouts/[id]/decision/route.ts";
import { GET as SESSION, POST as SIGN_IN, DELETE as SIGN_OUT } from "#app/api/session/route.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { systemClock } from "#server/context.ts";
import { changeMember } from "#server/members/change-member.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database, clock: systemClock, program: "web" });
serveWith(system);
const SET = "kapok-lune-quatorze";
const OWN = "granite-lune-quinze";

const admin = contextFor(system, await addMember(database, "admin"));

const signIn = async (email: string, password: string) => {
	const answer = await ask(SIGN_IN, "/api/session", { method: "POST", body: { email, password } });
	return { cookie: cookieOf(answer), session: await answer.json() };
};
const codeOf = async (answer: Response) => (answer.ok ? "open" : problemSchema.parse(await answer.json()).code);

test("a password that an admin has set opens nothing but its own change, and after that everything", async () => {
	const approver = await addMember(database, "approver");
	await byTwo(admin, () => changeMember(admin, { id: approver.id, change: { password: SET } }));
	const { cookie, session } = await signIn(approver.email, SET);
	expect(session).toMatchObject({ passwordTemporary: true });
	const decision = { method: "POST", cookie, params: { id: "x" }, body: { decision: "approve", version: 1 } };
	expect(await codeOf(await ask(DECIDE, "/api/payouts/x/decision", decision))).toBe("password_change_needed");
	expect(await codeOf(await ask(OVERVIEW, "/api/overview", { cookie }))).toBe("password_change_needed");
	expect(await codeOf(await ask(EVENTS, "/api/events", { cookie }))).toBe("password_change_needed");
	expect((await ask(SESSION, "/api/session", { cookie })).status).toBe(200);

	const change = { method: "PUT", cookie, body: { current: SET, password: OWN } };
	expect((await ask(CHANGE_PASSWORD, "/api/account/password", change)).status).toBe(204);
	expect(await codeOf(await ask(DECIDE, "/api/payouts/x/decision", decision))).toBe("not_found");
	expect((await signIn(approver.email, OWN)).session).toMatchObject({ passwordTemporary: false });
	expect((await ask(SIGN_OUT, "/api/session", { method: "DELETE", cookie })).status).toBe(204);
});

test("somebody who only looks gets one at once from one admin, and has to change it as well", async () => {
	const viewer = await addMember(database, "viewer");
	const changed = await changeMember(admin, { id: viewer.id, change: { password: SET } });
	expect(changed).toMatchObject({ passwordTemporary: true });
	const { cookie } = await signIn(viewer.email, SET);
	expect(await codeOf(await ask(OVERVIEW, "/api/overview", { cookie }))).toBe("password_change_needed");
});

test("a password that somebody else has set opens nothing after 72 hours, and says so to who types it rightly alone", async () => {
	const viewer = await addMember(database, "viewer");
	await changeMember(admin, { id: viewer.id, change: { password: SET } });
	const age = (hours: number) =>
		withoutGuards(
			database,
			sql`update member set password_temporary_until = password_temporary_until - ${hours} * interval '1 hour'
				where id = ${viewer.id}`,
		);
	const answer = async (password: string) =>
		codeOf(await ask(SIGN_IN, "/api/session", { method: "POST", body: { email: viewer.email, password } }));
	await age(71);
	expect(await answer(SET)).toBe("open");
	await age(1);
	expect(await answer(SET)).toBe("password_over");
	expect(await answer("not the right one at all")).toBe("wrong_credentials");
	await changeMember(admin, { id: viewer.id, change: { password: "baobab-lune-quinze-canari" } });
	expect(await answer("baobab-lune-quinze-canari")).toBe("open");
});
