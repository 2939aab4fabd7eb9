import { beforeEach, describe, expect, test } from "vitest";
import { changeMember } from "#server/members/change-member.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { softwarePasskey } from "#tests/support/desk/software-passkey.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openFactorDesk();
const { database, clock } = desk;

beforeEach(() => desk.setPolicy("approvers"));

describe("where the desk asks for a second factor", () => {
	test("nothing is reached before one is set up, no proof but of the own account, no payment shown by it; and everything after", async () => {
		const [who, maker] = [await desk.visitor("approver"), await desk.visitor("maker")];
		await who.signIn();
		const id = await insertPayment(desk.system, maker, { state: "awaiting_approval", sent_at: null });
		const ask = (about: object) => who.send("POST", "/api/step-up/challenge", about);
		const about = { purpose: "approve", subjects: [{ kind: "payout", id, version: 1 }] };
		expect(await ask(about)).toMatchObject({ status: 403, code: "enrolment_needed" });
		expect((await ask({ purpose: "settings" })).code).toBe("enrolment_needed");
		expect((await ask({ purpose: "account" })).status).toBe(200);
		expect((await who.signIn()).body.stage).toBe("enrolment");
		for (const path of ["/api/status", "/api/overview", "/api/session", "/api/payouts", "/api/account/sessions"])
			expect(await who.send("GET", path)).toMatchObject({ status: 403, code: "enrolment_needed" });
		await who.enrolPasskey();
		expect((await who.send("GET", "/api/status")).status).toBe(200);
	});

	test("a maker is asked only where everybody is, and at the next request", async () => {
		const maker = await desk.visitor("maker");
		expect((await maker.signIn()).body.stage).toBe("full");
		await desk.setPolicy("everybody");
		expect((await maker.send("GET", "/api/status")).code).toBe("enrolment_needed");
		await desk.setPolicy("off");
		expect((await maker.send("GET", "/api/status")).status).toBe(200);
	});

	test("a setting that nobody can read asks approvers and admins, and no setting too", async () => {
		const admin = await desk.visitor("admin");
		for (const value of ['{"policy":"of"}', "[]", '{"passwordless":true}']) {
			await asOwner(database, (trx) => updateRows(trx, "setting", { name: "second_factor" }, { value }));
			expect((await admin.signIn()).body.stage).toBe("enrolment");
		}
		const kept = await database.deleteFrom("setting").where("name", "=", "second_factor").returningAll().execute();
		expect((await admin.signIn()).body.stage).toBe("enrolment");
		const rows = kept.map((row) => ({ ...row, value: JSON.stringify(row.value) }));
		await insertRows(database, "setting", rows);
	});

	test("a session that began before the enrolment owes the second step, and ends after ten minutes", async () => {
		await desk.setPolicy("off");
		const who = await desk.visitor("approver");
		const other = who.elsewhere();
		await who.signIn();
		await other.signIn();
		clock.advance(60_000);
		const { passkey } = await who.enrolPasskey();
		expect((await who.send("GET", "/api/status")).status).toBe(200);
		expect((await other.send("GET", "/api/status")).code).toBe("second_step_needed");
		const { body } = await other.send<{ passkey: { challenge: string } }>("POST", "/api/session/second-step/challenge");
		clock.advance(9 * 60_000);
		expect((await other.send("GET", "/api/status")).code).toBe("unauthenticated");
		expect((await who.send<{ items: object[] }>("GET", "/api/account/sessions")).body.items).toHaveLength(1);
		const late = { method: "passkey", response: passkey.get(body.passkey) };
		expect((await other.send("POST", "/api/session/second-step", late)).code).toBe("unauthenticated");
	});

	test("the last factor stays, the last but one may go", async () => {
		const who = await desk.signedIn("approver");
		const { passkey } = await who.enrolPasskey();
		await who.enrolTotp();
		expect((await who.send("DELETE", `/api/account/passkeys/${passkey.id}`)).status).toBe(204);
		expect(await who.send("DELETE", "/api/account/totp")).toMatchObject({ status: 409, code: "last_factor" });
		expect((await who.send("GET", "/api/status")).status).toBe(200);
		await desk.setPolicy("off");
		expect((await who.send("DELETE", "/api/account/totp")).status).toBe(204);
		const codes = database.selectFrom("recovery_code").selectAll().where("member_id", "=", who.id);
		expect(await codes.execute()).toEqual([]);
	});
});

describe("a new passkey", () => {
	test.each([
		["of another origin", { origin: "https://desk.evil.example" }],
		["for another relying party", { rpId: "evil.example" }],
		["that answers another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
		["without finger, face or PIN", { unverified: true }],
		["that answers the question of a sign-in", { type: "webauthn.get" }],
	])("%s is refused", async (_, lies) => {
		const who = await desk.signedIn("approver");
		const asked = await who.send<{ challenge: string }>("POST", "/api/account/passkeys/challenge");
		const response = softwarePasskey().create(asked.body, lies);
		const added = await who.send("POST", "/api/account/passkeys", { name: "Telephone", response });
		expect(added).toMatchObject({ status: 400, code: "passkey_refused" });
	});

	test("answers its question once, in the session that asked, within five minutes", async () => {
		const who = await desk.visitor("approver");
		const other = await desk.visitor("approver");
		await who.signIn();
		await other.signIn();
		const ask = async () => (await who.send<{ challenge: string }>("POST", "/api/account/passkeys/challenge")).body;
		const asked = await ask();
		const body = { name: "Telephone", response: softwarePasskey().create(asked) };
		expect((await other.send("POST", "/api/account/passkeys", body)).code).toBe("passkey_refused");
		expect((await who.send("POST", "/api/account/passkeys", body)).status).toBe(200);
		const again = { name: "Again", response: softwarePasskey().create(asked) };
		expect((await who.send("POST", "/api/account/passkeys", again)).code).toBe("passkey_refused");
		const late = { name: "Late", response: softwarePasskey().create(await ask()) };
		clock.advance(5 * 60_000);
		const proved = await stepUp(who, { purpose: "account" }, () => ({ method: "recovery_code", code: "none" }));
		expect(proved.status).toBe(400);
		expect((await who.send("POST", "/api/account/passkeys", late)).code).toBe("step_up_needed");
	});

	test("that another member holds is refused, and nobody else removes it", async () => {
		const [who, other] = [await desk.visitor("approver"), await desk.visitor("approver")];
		await who.signIn();
		await other.signIn();
		const { passkey } = await who.enrolPasskey();
		const asked = await other.send<{ challenge: string }>("POST", "/api/account/passkeys/challenge");
		const response = passkey.create(asked.body);
		const added = await other.send("POST", "/api/account/passkeys", { name: "Mine", response });
		expect(added.code).toBe("passkey_refused");
		await other.enrolPasskey();
		expect((await other.send("DELETE", `/api/account/passkeys/${passkey.id}`)).code).toBe("not_found");
	});
});

describe("a new authenticator app", () => {
	const askSecret = async (who: Visitor) => (await who.send<{ text: string }>("POST", "/api/account/totp")).body.text;
	const confirm = (who: Visitor, secret: string) => who.send("PUT", "/api/account/totp", { code: desk.codeOf(secret) });

	test("has the same key after the page is loaded again, for ten minutes", async () => {
		await desk.setPolicy("off");
		const who = await desk.signedIn("maker");
		const first = await askSecret(who);
		clock.advance(9 * 60_000);
		await stepUp(who, { purpose: "account" });
		expect(await askSecret(who)).toBe(first);
		clock.advance(60_000);
		const later = await askSecret(who);
		expect(later).not.toBe(first);
		expect((await confirm(who, first)).fields).toEqual({ code: "wrong_code" });
		expect((await confirm(who, later)).status).toBe(200);
	});

	test("has a key of its own in each session, which no other confirms", async () => {
		const who = await desk.signedIn("approver");
		const other = who.elsewhere();
		await other.signIn();
		const [first, second] = [await askSecret(who), await askSecret(other)];
		expect(second).not.toBe(first);
		for (const secret of [first, second]) expect((await confirm(who, secret)).fields).toEqual({ code: "wrong_code" });
		expect((await confirm(other, second)).status).toBe(200);
	});
});

describe("one's own factors", () => {
	test("are changed only by who has just signed in or shown who they are", async () => {
		const who = await desk.signedIn("approver");
		const { passkey } = await who.enrolPasskey();
		clock.advance(5 * 60_000);
		const acts = [
			["POST", "/api/account/passkeys/challenge"],
			["POST", "/api/account/totp"],
			["POST", "/api/account/recovery-codes"],
			["DELETE", `/api/account/passkeys/${passkey.id}`],
			["DELETE", "/api/account/totp"],
		] as const;
		for (const [method, path] of acts)
			expect(await who.send(method, path)).toMatchObject({ code: "step_up_needed", stepUp: { purpose: "account" } });
		expect((await stepUp(who, { purpose: "account" }, byPasskey(passkey))).status).toBe(204);
		expect((await who.send("POST", "/api/account/recovery-codes")).status).toBe(200);
	});

	test("stand in the database without anything that opens the desk", async () => {
		const who = await desk.signedIn("approver");
		const { secret, recoveryCodes } = await who.enrolTotp();
		const rows = JSON.stringify([
			await database.selectFrom("totp").selectAll().execute(),
			await database.selectFrom("recovery_code").selectAll().execute(),
			await auditEntries(database),
		]);
		expect(recoveryCodes).toHaveLength(10);
		for (const code of [secret, ...(recoveryCodes ?? [])]) expect(rows).not.toContain(code);
		const shown = JSON.stringify((await who.send("GET", "/api/account/second-factor")).body);
		expect(shown).not.toContain(secret);
	});
});

const [SET, OWN] = ["kapok-lune-quatorze", "granite-lune-quinze"];

test.each([
	["passed by who has a factor", "second_step_needed"],
	["taken by who has to set one up", "enrolment_needed"],
])("the second step is %s, and then a temporary password is changed", async (_, owed) => {
	await desk.setPolicy("approvers");
	const admin = contextFor(desk.system, await addMember(database, "admin"));
	const who = await desk.signedIn("approver");
	const app = owed === "second_step_needed" ? await who.enrolTotp() : null;
	await byTwo(admin, () => changeMember(admin, { id: who.id, change: { password: SET } }));
	await who.send("POST", "/api/session", { email: who.email, password: SET });
	const change = () => who.send("PUT", "/api/account/password", { current: SET, password: OWN });
	expect((await change()).code).toBe(owed);
	clock.advance(30_000);
	const answer = app && { method: "totp", code: desk.codeOf(app.secret) };
	if (answer) expect((await who.send("POST", "/api/session/second-step", answer)).status).toBe(200);
	else await who.enrolTotp();
	expect((await who.send("GET", "/api/status")).code).toBe("password_change_needed");
	expect((await change()).status).toBe(204);
	expect((await who.send("GET", "/api/status")).status).toBe(200);
});
