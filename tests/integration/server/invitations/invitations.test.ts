import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/route.ts";
import { POST as REISSUE, DELETE as REVOKE } from "#app/api/invitations/[id]/route.ts";
import { GET as LIST } from "#app/api/invitations/route.ts";
import { GET as NOTICES } from "#app/api/notices/route.ts";
import { invitationsSchema, issuedInvitationSchema } from "#lib/contracts/invitation.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import type { Role } from "#lib/roles.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import { type Actor, systemClock } from "#server/context.ts";
import { inviteMember } from "#server/invitations/invite-member.ts";
import { reissueInvitation } from "#server/invitations/reissue-invitation.ts";
import { changeMember } from "#server/members/change-member.ts";
import { readMembers } from "#server/members/list-members.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { providerEnvironment } from "#tests/support/provider/identity-provider.ts";
import { auditEntries, newestEntry } from "#tests/support/rows/audit-entries.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const { database, url } = await createTestDatabase();
const webPool = openPool(programUrl(url, "web"));
afterAll(() => webPool.end());
// With only the web program's rights.
const system = systemContext({ database: openDatabase(webPool), clock: systemClock });
serveWith(system);
const PASSWORD = "kapok-lune-quatorze-barque";

let admin: Actor;
let second: Actor;
beforeAll(async () => {
	[admin, second] = [await addMember(database, "admin"), await addMember(database, "admin")];
});
const as = (member: Actor) => contextFor(system, member);
const somebody = (role: Role = "viewer") => {
	const suffix = randomBytes(5).toString("hex");
	return { name: `Guest ${suffix}`, email: `guest-${suffix}@test.example`, role, locale: "fr" as const };
};
const tokenOf = (link: string) => link.split("#").at(-1) ?? "";
const invite = async (role: Role = "viewer", by = admin) => {
	const person = somebody(role);
	const issued = issuedInvitationSchema.parse(await inviteMember(as(by), person));
	return { ...issued, person, token: tokenOf(issued.link) };
};
const accept = (token: string, password = PASSWORD) =>
	ask(ACCEPT, "/api/invitation", { method: "POST", body: { token, password } });
const codeOf = async (answer: Response) => (answer.ok ? "ok" : problemSchema.parse(await answer.json()).code);
const memberOf = async (id: string) => (await readMembers(database, id))[0];
const letDaysPass = (id: string, days: number) =>
	withoutGuards(
		database,
		sql`update invitation set expires_at = expires_at - ${days} * interval '1 day' where id = ${id}`,
	);

test("where passwords are switched off nobody comes in by one that they choose now", async () => {
	const { token } = await invite();
	const value = JSON.stringify({ allowed: false, emergencyMemberId: admin.id });
	const row = { name: "password_sign_in", value, changed_at: new Date() };
	await asOwner(database, (trx) => trx.insertInto("setting").values(row).execute());
	serveWith({ ...system, config: testConfig(providerEnvironment("https://id.example")) });
	expect(await codeOf(await accept(token))).toBe("password_sign_in_off");
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "password_sign_in").execute());
	serveWith(system);
	expect(await codeOf(await accept(token))).toBe("ok");
});

describe("an invitation", () => {
	test("stands in the table as a digest alone, and in no record; makes its person a member with a password of their own, signed in at once, and is used up", async () => {
		const { token, invitation, person, link } = await invite();
		expect(link).toBe(`http://localhost:3000/invitation#${token}`);
		const row = await database.selectFrom("invitation").selectAll().where("id", "=", invitation.id).executeTakeFirst();
		expect(JSON.stringify([row, await auditEntries(database)])).not.toContain(token);
		expect(Buffer.from(token, "base64url")).toHaveLength(32);
		const answer = await accept(token);
		expect(answer.status).toBe(200);
		expect(await answer.clone().json()).toMatchObject({ stage: "full", passwordTemporary: false });
		expect((await ask(NOTICES, "/api/notices", { cookie: cookieOf(answer) })).status).toBe(200);
		expect(await memberOf(invitation.id)).toMatchObject({
			...{ name: person.name, email: person.email, role: "viewer", locale: "fr", passwordTemporary: false },
		});
		expect(await codeOf(await accept(token))).toBe("invitation_over");
	});

	test("is listed with who invited and when it ends, until it is accepted or revoked", async () => {
		const [one, other] = [await invite(), await invite("maker", second)];
		const read = async () =>
			invitationsSchema.parse(await (await ask(LIST, "/api/invitations", await session())).json());
		const listed = (await read()).items.find(({ id }) => id === other.invitation.id);
		expect(listed).toMatchObject({ invitedBy: second.name, role: "maker", isOver: false, mailedAt: null });
		const days = (Date.parse(listed?.expiresAt ?? "") - Date.now()) / 86_400_000;
		expect(Math.round(days)).toBe(7);
		expect(JSON.stringify(await read())).not.toContain(one.token);
		await accept(one.token);
		expect((await read()).items.map(({ id }) => id)).not.toContain(one.invitation.id);
	});

	test("opens nothing once it is revoked, made anew or seven days old; the new link does", async () => {
		const [revoked, renewed, old] = [await invite(), await invite(), await invite()];
		const call = { method: "DELETE", params: { id: revoked.invitation.id }, ...(await session()) };
		expect((await ask(REVOKE, `/api/invitations/${revoked.invitation.id}`, call)).status).toBe(204);
		expect(await codeOf(await accept(revoked.token))).toBe("invitation_over");
		expect((await ask(REVOKE, `/api/invitations/${revoked.invitation.id}`, call)).status).toBe(404);

		const again = { method: "POST", params: { id: renewed.invitation.id }, ...(await session()) };
		const issued = issuedInvitationSchema.parse(
			await (await ask(REISSUE, `/api/invitations/${renewed.invitation.id}`, again)).json(),
		);
		expect(await codeOf(await accept(renewed.token))).toBe("invitation_over");
		expect(await codeOf(await accept(tokenOf(issued.link)))).toBe("ok");

		await letDaysPass(old.invitation.id, 7);
		expect(await codeOf(await accept(old.token))).toBe("invitation_over");
	});

	test("of somebody who is no admin any more opens nothing, is listed as over, and makes room", async () => {
		const leaving = await addMember(database, "admin");
		const { token, invitation, person } = await invite("viewer", leaving);
		await asOwner(database, (trx) => updateRows(trx, "member", { id: leaving.id }, { role: "maker" }));
		expect(await codeOf(await accept(token))).toBe("invitation_over");
		const { items } = invitationsSchema.parse(await (await ask(LIST, "/api/invitations", await session())).json());
		expect(items.find(({ id }) => id === invitation.id)).toMatchObject({ isOver: true });
		const renewed = await inviteMember(as(second), person);
		expect(await codeOf(await accept(tokenOf(renewed.link)))).toBe("ok");
	});

	test("is not made for an e-mail or a name that is a member's or invited; one that is over makes room", async () => {
		const { person, invitation } = await invite();
		const again = inviteMember(as(second), { ...somebody(), email: person.email.toUpperCase() });
		await expect(again).rejects.toMatchObject({ code: "email_taken" });
		const alike = inviteMember(as(second), { ...somebody(), name: person.name });
		await expect(alike).rejects.toMatchObject({ code: "invalid_input", fields: { name: "looks_like" } });
		const member = inviteMember(as(second), { ...somebody(), email: admin.email });
		await expect(member).rejects.toMatchObject({ code: "email_taken" });
		await letDaysPass(invitation.id, 7);
		const renewed = await inviteMember(as(second), person);
		const ended = { action: "member.invitation_revoked", details: { name: person.name, email: person.email } };
		expect(await newestEntry(database, { subject_id: invitation.id })).toMatchObject(ended);
		expect(await codeOf(await accept(tokenOf(renewed.link)))).toBe("ok");
	});

	test("gets no new link while another open one has a name that looks like it: its person could not come in", async () => {
		const old = await invite();
		await letDaysPass(old.invitation.id, 7);
		const { link } = await inviteMember(as(second), { ...somebody(), name: old.person.name });
		const again = () => reissueInvitation(as(admin), { id: old.invitation.id });
		await expect(again()).rejects.toMatchObject({ code: "invalid_input", fields: { name: "looks_like" } });
		expect(await codeOf(await accept(tokenOf(link)))).toBe("ok");
		await expect(again()).rejects.toMatchObject({ code: "invalid_input", fields: { name: "looks_like" } });
	});

	test("wants a password that nobody guesses, survives one that is refused, and is accepted once, by however many at once", async () => {
		const { token } = await invite();
		const weak = await accept(token, "passwordpassword");
		expect(problemSchema.parse(await weak.json())).toMatchObject({ fields: { password: "too_common" } });
		const codes = await Promise.all(Array.from({ length: 5 }, async () => codeOf(await accept(token))));
		expect(codes.sort()).toEqual(["invitation_over", "invitation_over", "invitation_over", "invitation_over", "ok"]);
	});

	async function session() {
		const cookie = await openSession({ database, config: system.config }, admin, new Date());
		await prove(cookie);
		return { cookie };
	}

	/** A change of members needs a fresh proof, given as the sign-in form does. */
	async function prove(cookie: string) {
		expect(cookie).not.toBe("");
		const { key } = await database
			.selectFrom("session")
			.select("key")
			.where("member_id", "=", admin.id)
			.orderBy("created_at", "desc")
			.executeTakeFirstOrThrow();
		const proof = { purpose: "members", nonce: "n", digest: null } as const;
		const row = { id: randomBytes(8).toString("hex"), member_id: admin.id, session_key: key, ...proof };
		await insertRows(database, "step_up", { ...row, created_at: new Date() });
		const proved = { method: "password", proved_at: new Date() } as const;
		await database.updateTable("step_up").set(proved).where("id", "=", row.id).execute();
	}
});

describe("somebody invited with rights", () => {
	const requestFor = async (id: string, reader = second) =>
		(await listChangeRequests(as(reader))).waiting.find(({ subject }) => subject === id);

	test("comes as a viewer, and has the role when another admin than the one who invited confirms it", async () => {
		const { token, invitation } = await invite("approver");
		await accept(token);
		expect(await memberOf(invitation.id)).toMatchObject({ role: "viewer" });
		const own = await requestFor(invitation.id, admin);
		expect(own).toMatchObject({ askedBy: { id: admin.id }, may: { confirm: false }, after: { role: "approver" } });
		expect(own?.byInvitation).toBe(true);
		await expect(decideChange(as(admin), { id: own?.id ?? "", decision: "confirm" })).rejects.toMatchObject({
			code: "own_change",
		});
		await decideChange(as(second), { id: own?.id ?? "", decision: "confirm" });
		expect(await memberOf(invitation.id)).toMatchObject({ role: "approver", decidesFrom: null });
	});

	test("is asked for by whoever made the link that was used: who has seen it does not confirm it", async () => {
		const { invitation } = await invite("approver");
		const { link } = await reissueInvitation(as(second), { id: invitation.id });
		await accept(tokenOf(link));
		expect(await requestFor(invitation.id, second)).toMatchObject({ may: { confirm: false } });
		expect(await requestFor(invitation.id, admin)).toMatchObject({ may: { confirm: true } });
	});

	test("gets no new link once a member has their e-mail: it would open nothing", async () => {
		const { invitation, person } = await invite();
		await database.updateTable("member").set({ email: person.email }).where("id", "=", second.id).execute();
		const again = reissueInvitation(as(admin), { id: invitation.id });
		await expect(again).rejects.toMatchObject({ code: "email_taken", fields: { email: "taken" } });
	});

	test("sets up the second factor that the role will want before anything else, while the role waits", async () => {
		await setPolicy("approvers");
		const { token, invitation } = await invite("approver");
		const answer = await accept(token);
		expect(await answer.clone().json()).toMatchObject({ stage: "enrolment" });
		expect(await codeOf(await ask(NOTICES, "/api/notices", { cookie: cookieOf(answer) }))).toBe("enrolment_needed");
		const request = await requestFor(invitation.id);
		await decideChange(as(second), { id: request?.id ?? "", decision: "refuse" });
		expect((await ask(NOTICES, "/api/notices", { cookie: cookieOf(answer) })).status).toBe(200);
		await setPolicy("off");
	});

	test("is void as every other change when the member has changed since", async () => {
		const { token, invitation } = await invite("maker");
		await accept(token);
		const request = await requestFor(invitation.id);
		await changeMember(as(second), { id: invitation.id, change: { disabled: true } });
		expect(await requestFor(invitation.id)).toBeUndefined();
		expect(request).toBeDefined();
	});

	function setPolicy(policy: string) {
		return keepSetting(database, "second_factor", { policy, passwordless: true });
	}
});

describe("the database", () => {
	const web = system.database;

	test("lets the web program make nobody's password their own without the link; asks two admins for the role as of any other member", async () => {
		const { invitation, person } = await invite();
		const row = { id: invitation.id, name: person.name, email: person.email, role: "viewer" as const };
		await insertRows(web, "member", { ...row, password_hash: "x", created_at: new Date() });
		expect(await memberOf(invitation.id)).toMatchObject({ passwordTemporary: true });
		const { token, invitation: raised } = await invite("admin");
		await accept(token);
		const raise = web.updateTable("member").set({ role: "admin" }).where("id", "=", raised.id);
		await expect(raise.execute()).rejects.toThrow("second admin");
	});

	test("lets nobody invite but an admin, rewrite an invitation, or bring one back", async () => {
		const maker = await addMember(database, "maker");
		const { invitation, token } = await invite("maker");
		const change = (set: object) => web.updateTable("invitation").set(set).where("id", "=", invitation.id).execute();
		const hash = (letter: string) => letter.repeat(64);
		await expect(change({ token_hash: hash("a"), invited_by: maker.id })).rejects.toThrow("an admin invites");
		await expect(change({ role: "admin" })).rejects.toThrow("permission denied");
		const asAdmin = database.updateTable("invitation").set({ role: "admin" }).where("id", "=", invitation.id);
		await expect(asAdmin.execute()).rejects.toThrow("stands as it was made");
		await accept(token);
		await expect(change({ token_hash: hash("b") })).rejects.toThrow("ends once");
	});
});
