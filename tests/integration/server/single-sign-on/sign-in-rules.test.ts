import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST } from "#app/api/session/route.ts";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import { type SignInRules, signInRulesSchema } from "#lib/contracts/sign-in-rules.ts";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import type { Context } from "#server/context.ts";
import { changeMember } from "#server/members/change-member.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { addMember, contextFor, fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { letFactorsCount } from "#tests/support/desk/let-factors-count.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { askedFor, confirmBy, letHoursPass } from "#tests/support/desk/second-admin.ts";
import type { SoftwarePasskey } from "#tests/support/desk/software-passkey.ts";
import { type Person, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import { providedAdmin } from "#tests/support/provider/provided-admin.ts";
import { isIn, memberOf, newPerson, signInAs } from "#tests/support/provider/provided-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { findRow, updateRows } from "#tests/support/rows/rows.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
// Tokens have the machine's time.
const clock = fixedClock(new Date());
const { database, url } = await createTestDatabase();
const desk = await openFactorDesk({ database, clock, config: testConfig(provider.environment) });
const { system } = desk;
const person = (facts: Partial<Person> = {}) => newPerson(provider, facts);
beforeEach(async () => {
	serveWith(system);
	await askNoSecondFactor(database);
	await asOwner(database, (trx) => trx.deleteFrom("setting").where("name", "=", "password_sign_in").execute());
});

const change = (who: Visitor, body: object) => who.send<SignInRules>("PUT", "/api/sign-in-rules", body);
const off = ({ id }: { id: string }) => ({ passwordSignIn: false, emergencyMemberId: id });

describe("a password beside the provider", () => {
	/** A member with a password and a passkey, known to the provider too. */
	async function linked() {
		const who = await desk.signedIn("approver");
		const { passkey } = await who.enrolPasskey();
		const awa = person({ email: who.email, groups: ["finance"] });
		expect((await signInAs(awa.login)).fault).toBeNull();
		return { who, passkey, awa };
	}
	async function enterBy(passkey: SoftwarePasskey, who: Visitor) {
		const asked = await who.elsewhere().send<{ challenge: string }>("POST", "/api/session/passkey/challenge");
		return who.elsewhere().send("POST", "/api/session/passkey", { response: passkey.get(asked.body) });
	}

	test("opens nothing, nor does a passkey alone, for whom the provider's groups admit no longer, until they do again", async () => {
		const { who, passkey, awa } = await linked();
		expect((await who.elsewhere().signIn()).status).toBe(200);
		provider.people.set(awa.login, { ...awa, groups: [] });
		expect((await signInAs(awa.login)).fault).toBe("no_role");
		expect((await who.elsewhere().signIn()).code).toBe("single_sign_on_needed");
		expect((await enterBy(passkey, who)).code).toBe("single_sign_on_needed");
		const wrong = { email: who.email, password: "another-password-entirely" };
		expect((await who.elsewhere().send("POST", "/api/session", wrong)).code).toBe("wrong_credentials");
		provider.people.set(awa.login, awa);
		expect((await signInAs(awa.login)).fault).toBeNull();
		expect((await who.elsewhere().signIn()).status).toBe(200);
	});

	test("opens for three days after the provider let its member in, and no longer: who left need not have gone back there", async () => {
		const { who, passkey } = await linked();
		const letHours = (hours: number) =>
			sql`update member_identity set admitted_at = admitted_at - ${hours} * interval '1 hour' where member_id = ${who.id}`.execute(
				database,
			);
		await letHours(71);
		expect((await who.elsewhere().signIn()).status).toBe(200);
		await letHours(1);
		expect((await who.elsewhere().signIn()).code).toBe("single_sign_on_needed");
		expect((await enterBy(passkey, who)).code).toBe("single_sign_on_needed");
	});
});

describe("passwords switched off", () => {
	test("open the desk for the emergency admin alone, through the API too, and end what they had opened", async () => {
		const [emergency, second, maker] = [
			await desk.visitor("admin"),
			await desk.visitor("admin"),
			await desk.visitor("maker"),
		];
		await second.signIn();
		await maker.signIn();
		expect((await stepUp(second, { purpose: "settings" })).status).toBe(204);
		expect((await change(second, off(emergency))).code).toBe("single_sign_on_needed");
		const admin = await providedAdmin(desk, person({ groups: ["desk-admins"] }));
		for (const id of [admin.id, maker.id, "nobody"]) expect((await change(admin, off({ id }))).status).toBe(400);
		const changed = await change(admin, off(emergency));
		expect(signInRulesSchema.parse(changed.body)).toMatchObject({
			passwordSignIn: false,
			emergencyMemberId: emergency.id,
			throughProvider: true,
		});
		const ended = await auditEntries(database, { action: "session.ended", member_id: admin.id });
		expect(ended.map(({ details }) => details.member)).toEqual(expect.arrayContaining([second.id, maker.id]));

		expect(await findRow(database, "notice", { member_id: maker.id })).toMatchObject({ kind: "sessions_ended" });
		expect([await isIn(second.cookie), await isIn(maker.cookie), await isIn(admin.cookie)]).toEqual([
			false,
			false,
			true,
		]);
		const wrong = (email: string) =>
			ask(POST, "/api/session", { method: "POST", body: { email, password: "not the one at all" } });
		const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
		expect([
			(await maker.signIn()).code,
			(await second.signIn()).code,
			await codeOf(await wrong(maker.email)),
			await codeOf(await wrong(emergency.email)),
		]).toEqual(Array(4).fill("password_sign_in_off"));
		expect((await emergency.signIn()).status).toBe(200);
		const actions = await auditEntries(database, { subject_id: "password_sign_in" });
		expect(actions.map(({ action }) => action)).toEqual(["setting.password_sign_in_off"]);

		// Without a provider in the environment nobody is locked out.
		serveWith(systemContext({ database, clock }));
		expect((await second.signIn()).status).toBe(200);
	});

	test("let in nobody by a passkey alone either, but the emergency admin", async () => {
		const [emergency, other] = [await desk.visitor("admin"), await desk.visitor("approver")];
		const passkeys: SoftwarePasskey[] = [];
		for (const who of [emergency, other]) {
			await who.signIn();
			passkeys.push((await who.enrolPasskey()).passkey);
		}
		const enter = async (at: number) => {
			const asked = await other.elsewhere().send<{ challenge: string }>("POST", "/api/session/passkey/challenge");
			const response = passkeys[at]?.get(asked.body);
			return other.elsewhere().send("POST", "/api/session/passkey", { response });
		};
		expect((await enter(1)).status).toBe(200);
		expect((await change(await providedAdmin(desk, person({ groups: ["desk-admins"] })), off(emergency))).status).toBe(
			200,
		);
		expect((await enter(1)).code).toBe("password_sign_in_off");
		expect((await enter(0)).status).toBe(200);
	});

	test("come back by two admins, as does another emergency admin; the database counts", async () => {
		const [emergency, next] = [await desk.visitor("admin"), await desk.visitor("admin")];
		const [admin, second] = [
			await providedAdmin(desk, person({ groups: ["desk-admins"] })),
			contextFor(system, await addMember(database, "admin")),
		];
		expect((await change(admin, off(emergency))).status).toBe(200);
		const rules = async () => (await admin.send<SignInRules>("GET", "/api/sign-in-rules")).body;

		const other = await change(admin, off(next));
		expect([other.status, isChangeRequested(other.body)]).toEqual([202, true]);
		expect(askedFor(other.body)).toMatchObject({
			kind: "password_sign_in",
			before: { allowed: false, emergency: await nameOf(emergency) },
			after: { allowed: false, emergency: await nameOf(next) },
		});
		expect(await rules()).toMatchObject({ emergencyMemberId: emergency.id });
		expect((await emergency.signIn()).status).toBe(200);
		expect((await change(admin, { passwordSignIn: true })).code).toBe("change_waits");
		await expect(confirmBy(contextOf(admin), other.body, contextOf(admin))).rejects.toMatchObject({
			code: "own_change",
		});
		await confirmBy(contextOf(admin), other.body, second);
		expect(await rules()).toMatchObject({ emergencyMemberId: next.id });
		const ended = await auditEntries(database, { action: "session.ended", member_id: admin.id });
		expect(ended.map(({ details }) => details.member)).toContain(emergency.id);
		const told = database.selectFrom("notice").select("kind").where("member_id", "=", emergency.id);
		expect(await told.execute()).toContainEqual({ kind: "sessions_ended" });
		expect((await emergency.signIn()).code).toBe("password_sign_in_off");

		const name = "password_sign_in";
		for (const value of [{ allowed: true }, { allowed: false, emergencyMemberId: emergency.id }, {}])
			await needsSecondAdmin(database, name, (trx) =>
				updateRows(trx, "setting", { name }, { value: JSON.stringify(value) }),
			);
		await needsSecondAdmin(database, name, (trx) => trx.deleteFrom("setting").where("name", "=", name).execute());

		const on = await change(admin, { passwordSignIn: true });
		expect(on.status).toBe(202);
		expect((await emergency.signIn()).code).toBe("password_sign_in_off");
		await confirmBy(contextOf(admin), on.body, second);
		expect(await rules()).toMatchObject({ passwordSignIn: true, emergencyMemberId: null });
		expect((await emergency.signIn()).status).toBe(200);
	});

	test("come back for an admin alone after a day, as does another emergency admin, by the worker's own rights", async () => {
		const [alone, next] = [await desk.visitor("admin"), await desk.visitor("admin")];
		await alone.signIn();
		const { passkey } = await alone.enrolPasskey();
		const known = person({ email: alone.email, groups: ["desk-admins"] });
		const comesIn = async () => {
			const who = desk.visitorOf(alone, (await signInAs(known.login)).session ?? "");
			const asked = await who.send<{ passkey: object }>("POST", "/api/session/second-step/challenge");
			await who.send("POST", "/api/session/second-step", byPasskey(passkey)(asked.body));
			await stepUp(who, { purpose: "settings" }, byPasskey(passkey));
			return who;
		};
		const who = await comesIn();
		expect((await change(who, off(alone))).status).toBe(200);
		// Nobody else may confirm: the one other admin is known by the provider alone.
		await demote(sql`id <> ${alone.id} and id <> ${next.id}`);
		const times = { linked_at: clock.now() };
		const identity = { issuer: provider.issuer, subject: next.id, member_id: next.id, ...times };
		await database.insertInto("member_identity").values(identity).execute();

		const pool = openPool(programUrl(url, "worker"));
		const takesEffect = async (asks: Visitor, wanted: object) => {
			expect(askedFor((await change(asks, wanted)).body).effectiveAt).not.toBeNull();
			await letHoursPass(database, 24);
			expect(await endWaitingChanges({ ...system, database: openDatabase(pool) })).toBe(1);
		};
		await takesEffect(who, off(next));
		// A member who is no longer the emergency admin signs in again.
		expect(await isIn(who.cookie)).toBe(false);
		expect((await alone.signIn()).code).toBe("password_sign_in_off");
		await demote(sql`id = ${next.id}`);
		await takesEffect(await comesIn(), { passwordSignIn: true });
		expect((await alone.signIn()).status).toBe(200);
		await pool.end();
	});

	test("do not come back for an emergency admin who is none any more when it is confirmed", async () => {
		const [emergency, next] = [await desk.visitor("admin"), await desk.visitor("admin")];
		const [admin, second] = [
			await providedAdmin(desk, person({ groups: ["desk-admins"] })),
			contextFor(system, await addMember(database, "admin")),
		];
		await change(admin, off(emergency));
		const asked = await change(admin, off(next));
		await asOwner(database, (trx) => updateRows(trx, "member", { id: next.id }, { role: "viewer" }));
		expect(await confirmBy(contextOf(admin), asked.body, second)).toMatchObject({ state: "void" });
	});

	test("leave the emergency admin an admin: neither another admin nor the groups make them less", async () => {
		const known = person({ groups: ["desk-admins"] });
		const emergency = await desk.visitor("admin");
		provider.people.set(known.login, { ...known, email: emergency.email });
		expect((await signInAs(known.login)).fault).toBe(null);
		const admin = await providedAdmin(desk, person({ groups: ["desk-admins"] }));
		await change(admin, off(emergency));
		const { passkey } = await admin.enrolPasskey("Second");
		await letFactorsCount(database, admin.id);
		expect((await stepUp(admin, { purpose: "members" }, byPasskey(passkey))).status).toBe(204);
		for (const less of [{ role: "viewer" }, { disabled: true }])
			expect((await admin.send("PATCH", `/api/members/${emergency.id}`, less)).code).toBe("emergency_admin");
		provider.people.set(known.login, { ...known, email: emergency.email, groups: ["staff"] });
		const mine = { member_id: emergency.id };
		await asOwner(database, (trx) => updateRows(trx, "member_identity", mine, { admitted_at: new Date(0) }));
		expect((await signInAs(known.login)).fault).toBe("last_admin");
		expect(await memberOf(database, emergency.email)).toMatchObject({ role: "admin", disabled_at: null });
		// A lower role from the provider does not end their password after three days.
		const { admitted_at: admitted } = await findRow(database, "member_identity", mine);
		expect(admitted?.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
	});

	test("let the emergency admin in through the provider, which ends a temporary password; Settings learn that none is their own", async () => {
		const emergency = await desk.visitor("admin");
		const known = person({ email: emergency.email, groups: ["desk-admins"] });
		const admin = await providedAdmin(desk, person({ groups: ["desk-admins"] }));
		expect((await change(admin, off(emergency))).status).toBe(200);
		const second = contextFor(system, await addMember(database, "admin"));
		const set = { id: emergency.id, change: { password: "kapok-lune-quatorze-barque" } };
		await confirmBy(contextOf(admin), await changeMember(contextOf(admin), set), second);
		expect(await isIn((await signInAs(known.login)).session)).toBe(true);
		expect(await memberOf(database, emergency.email)).toMatchObject({ role: "admin", password_temporary: false });
		const rules = (await admin.send<SignInRules>("GET", "/api/sign-in-rules")).body;
		expect(rules.candidates.map(({ id }) => id)).not.toContain(rules.emergencyMemberId);
	});
});

function demote(whom: RawBuilder<unknown>) {
	return asOwner(database, (trx) =>
		sql`update member set role = 'viewer' where role = 'admin' and ${whom}`.execute(trx),
	);
}

function contextOf({ id, email, role }: Visitor): Context {
	return contextFor(system, { id, email, role, name: email });
}

async function nameOf({ id }: Visitor): Promise<string> {
	const row = database.selectFrom("member").select("name").where("id", "=", id);
	return (await row.executeTakeFirstOrThrow()).name;
}
