import { describe, expect, test } from "vitest";
import type { OwnSession } from "#lib/contracts/account.ts";
import type { Member } from "#lib/contracts/member.ts";
import { openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const desk = await openFactorDesk();
const { database, clock } = desk;

const { signedIn } = desk;
const sessionsOf = async (admin: Visitor, { id }: Visitor) =>
	(await admin.send<{ items: OwnSession[] }>("GET", `/api/members/${id}/sessions`)).body.items;
const isIn = async (who: Visitor) => (await who.send("GET", "/api/session")).status === 200;

describe("the sessions of any member", () => {
	test("are seen by an admin, and ended with a fresh proof alone; the member is told, the record says who did it", async () => {
		const [admin, who] = [await signedIn("admin"), await signedIn("viewer")];
		const phone = who.elsewhere();
		await phone.signIn();
		const [first] = await sessionsOf(admin, who);
		expect(await sessionsOf(admin, who)).toHaveLength(2);
		expect(first).toMatchObject({ current: false });
		const path = `/api/members/${who.id}/sessions/${first?.id}`;
		expect(await admin.send("DELETE", path)).toMatchObject({ status: 403, code: "step_up_needed" });
		expect((await stepUp(admin, { purpose: "members" })).status).toBe(204);
		expect(await admin.send("DELETE", path)).toMatchObject({ status: 200, body: { ended: 1 } });
		expect([await isIn(who), await isIn(phone)].sort()).toEqual([false, true]);
		expect(await admin.send("DELETE", `/api/members/${who.id}/sessions`)).toMatchObject({ body: { ended: 1 } });
		expect([await isIn(who), await isIn(phone)]).toEqual([false, false]);
		expect((await admin.send("DELETE", `/api/members/${who.id}/sessions`)).status).toBe(404);
		const notices = database.selectFrom("notice").select("kind").where("member_id", "=", who.id);
		expect((await notices.execute()).filter(({ kind }) => kind === "sessions_ended")).toHaveLength(2);
		const ended = await auditEntries(database, { action: "session.ended", member_id: admin.id });
		expect(ended.map(({ details }) => details)).toEqual([{ member: who.id }, { member: who.id }]);
	});
});

test("one's own sessions are ended with a fresh proof, once the sign-in is five minutes old", async () => {
	const who = await signedIn("viewer");
	await who.elsewhere().signIn();
	clock.advance(5 * 60_000);
	expect((await who.send("DELETE", "/api/account/sessions")).code).toBe("step_up_needed");
	const { body } = await who.send<{ items: OwnSession[] }>("GET", "/api/account/sessions");
	const other = body.items.find(({ current }) => !current);
	expect((await who.send("DELETE", `/api/account/sessions/${other?.id}`)).code).toBe("step_up_needed");
	expect((await stepUp(who, { purpose: "account" })).status).toBe(204);
	expect((await who.send("DELETE", "/api/account/sessions")).status).toBe(200);
});

describe("one's own password", () => {
	const change = { current: "river-stone-kapok-tree", password: "granite-lune-quinze-canari" };

	test("is changed by who has a second factor with a fresh proof of it beside the current one, by who has none with that alone", async () => {
		const [who, other] = [await signedIn("viewer"), await signedIn("viewer")];
		const { secret } = await who.enrolTotp();
		clock.advance(5 * 60_000);
		expect((await who.send("PUT", "/api/account/password", change)).code).toBe("step_up_needed");
		const answer = () => ({ method: "totp", code: desk.codeOf(secret) });
		expect((await stepUp(who, { purpose: "account" }, answer)).status).toBe(204);
		expect((await who.send("PUT", "/api/account/password", change)).status).toBe(204);
		expect((await other.send("PUT", "/api/account/password", change)).status).toBe(204);
	});
});

test("the list of members says when each signed in last, also when the session is long forgotten", async () => {
	const [admin, who] = [await signedIn("admin"), await signedIn("viewer")];
	const at = clock.now().toISOString();
	await database.deleteFrom("session").where("member_id", "=", who.id).execute();
	const { body } = await admin.send<{ items: Member[] }>("GET", "/api/members");
	expect(body.items.find(({ id }) => id === who.id)).toMatchObject({ lastSignInAt: at });
});
