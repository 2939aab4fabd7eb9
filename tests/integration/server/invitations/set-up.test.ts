import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as NOTICES } from "#app/api/notices/route.ts";
import { POST as SET_UP } from "#app/api/set-up/route.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import { systemClock } from "#server/context.ts";
import { acceptInvitation } from "#server/invitations/accept-invitation.ts";
import { inviteMember } from "#server/invitations/invite-member.ts";
import { isSetUpOpen, makeSetUpLink } from "#server/invitations/is-set-up-open.ts";
import { readMembers } from "#server/members/list-members.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { letHoursPass } from "#tests/support/desk/second-admin.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { database, url } = await createTestDatabase();
const webPool = openPool(programUrl(url, "web"));
afterAll(() => webPool.end());
// With only the web program's rights.
const web = openDatabase(webPool);
serveWith(systemContext({ database: web, clock: systemClock }));

const FIRST = { name: "Awa Koné", email: "awa@test.example", password: "kapok-lune-quatorze-barque" };
const setUp = (token: string | null, person = FIRST) =>
	ask(SET_UP, "/api/set-up", { method: "POST", body: { token, ...person } });
const codeOf = async (answer: Response) => (answer.ok ? "ok" : problemSchema.parse(await answer.json()).code);

beforeEach(async () => {
	// The desk never removes members, so each test starts before the first one.
	await withoutGuards(database, sql`truncate member cascade`);
});

describe("the link of a first start", () => {
	test("stands in the table as a digest alone, is not used up by looking at it, makes the first admin, whose words count at once, and is used up", async () => {
		const token = (await makeSetUpLink(database)) ?? "";
		expect(JSON.stringify(await database.selectFrom("set_up_link").selectAll().execute())).not.toContain(token);
		expect([await isSetUpOpen(web, token), await isSetUpOpen(web, token)]).toEqual([true, true]);
		const answer = await setUp(token);
		expect(answer.status).toBe(200);
		// A new desk asks admins for a second factor.
		expect(await answer.clone().json()).toMatchObject({ stage: "enrolment", passwordTemporary: false });
		expect(await codeOf(await ask(NOTICES, "/api/notices", { cookie: cookieOf(answer) }))).toBe("enrolment_needed");
		const members = await readMembers(database);
		expect(members).toMatchObject([{ name: "Awa Koné", role: "admin", passwordTemporary: false, decidesFrom: null }]);
		expect(await codeOf(await setUp(token))).toBe("invitation_over");
		expect(await database.selectFrom("set_up_link").selectAll().execute()).toEqual([]);
	});

	test("opens nothing after a newer start, after a day, or where somebody is a member", async () => {
		const old = await makeSetUpLink(database);
		const token = (await makeSetUpLink(database)) ?? "";
		expect(await codeOf(await setUp(old))).toBe("invitation_over");
		await sql`update set_up_link set expires_at = expires_at - interval '24 hours'`.execute(database);
		expect(await codeOf(await setUp(token))).toBe("invitation_over");
		expect(await readMembers(database)).toEqual([]);
		await setUp(await makeSetUpLink(database));
		expect(await makeSetUpLink(database)).toBeNull();
	});

	test("survives a password that is refused, and makes one admin, by however many at once", async () => {
		const token = await makeSetUpLink(database);
		const weak = await setUp(token, { ...FIRST, password: "passwordpassword" });
		expect(problemSchema.parse(await weak.json())).toMatchObject({ fields: { password: "too_common" } });
		const all = ["Awa Koné", "Jean Kouassi", "Mariam Touré"].map((name, at) => ({
			...{ name, email: `first-${at}@test.example`, password: FIRST.password },
		}));
		const codes = await Promise.all(all.map(async (person) => codeOf(await setUp(token, person))));
		expect(codes.sort()).toEqual(["invitation_over", "invitation_over", "ok"]);
		expect(await readMembers(database)).toHaveLength(1);
	});
});

describe("the database", () => {
	const admin = { id: "first", name: "X", email: "x@test.example", role: "admin", password_hash: "x" } as const;

	test("lets the web program make no link, and no admin without one", async () => {
		const link = web.insertInto("set_up_link").values({ token_hash: "a".repeat(64), expires_at: new Date() });
		await expect(link.execute()).rejects.toThrow("permission denied");
		const alone = web.insertInto("member").values({ ...admin, created_at: new Date() });
		await expect(alone.execute()).rejects.toThrow("second admin");
		// The digest in the row is no link.
		await makeSetUpLink(database);
		const { token_hash } = await web.selectFrom("set_up_link").selectAll().executeTakeFirstOrThrow();
		const guessed = web.transaction().execute(async (trx) => {
			await sql`select set_config('cauri.link', ${token_hash}, true)`.execute(trx);
			await insertRows(trx, "member", { ...admin, created_at: new Date() });
		});
		await expect(guessed).rejects.toThrow("second admin");
	});
});

const system = systemContext({ database, clock: systemClock });
const roleOf = async (id: string) => (await readMembers(database, id))[0]?.role;

test("an admin alone who invites with rights waits a day after the person came, in sight of the approvers", async () => {
	const admin = contextFor(system, await addMember(database, "admin"));
	const approver = contextFor(system, await addMember(database, "approver"));
	const person = { name: "Mariam Touré", email: "mariam@test.example", role: "approver", locale: "fr" } as const;
	const { link, invitation } = await inviteMember(admin, person);
	const browser = { userAgent: null, browserToken: null, previousSessionId: null };
	const token = link.split("#").at(-1) ?? "";
	await acceptInvitation(systemContext({ database, clock: systemClock, program: "web" }), {
		...{ token, password: "kapok-lune-quatorze-barque", ...browser },
	});
	const [request] = (await listChangeRequests(approver)).waiting;
	expect(request).toMatchObject({ subject: invitation.id, may: { refuse: true } });
	expect(request?.effectiveAt).not.toBeNull();
	await letHoursPass(database, 23);
	expect(await endWaitingChanges(system)).toBe(0);
	expect(await roleOf(invitation.id)).toBe("viewer");
	await letHoursPass(database, 1);
	expect(await endWaitingChanges(system)).toBe(1);
	expect(await roleOf(invitation.id)).toBe("approver");
});
