import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChangeRequests } from "#lib/contracts/change-request.ts";
import type { SecondFactorStatus } from "#lib/contracts/second-factor.ts";
import type { SecondFactorPolicy } from "#lib/members/second-factor-policies.ts";
import type { Role } from "#lib/roles.ts";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { askedFor, disableEverybody, letHoursPass } from "#tests/support/desk/second-admin.ts";
import { auditEntries, newestEntry } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const { database, url } = await createTestDatabase();
const desk = await openFactorDesk({ database });

type Rules = [SecondFactorPolicy, boolean];

let admin: Visitor;
let second: Visitor;
beforeEach(async () => {
	await disableEverybody(database);
	await desk.setPolicy("off");
	[admin, second] = [await proved("admin"), await proved("admin")];
});

/** An admin who is signed in, with fresh proofs. */
async function proved(role: "admin"): Promise<Visitor> {
	const who = await desk.signedIn(role);
	for (const purpose of ["members", "settings"]) await stepUp(who, { purpose });
	return who;
}

async function withPasskey(role: Role): Promise<Visitor> {
	const who = await desk.signedIn(role);
	await who.enrolPasskey();
	return who;
}

const reset = (who: Visitor, by = admin) => by.send<object>("DELETE", `/api/members/${who.id}/second-factor`);
const setRules = (policy: string, passwordless = true) =>
	admin.send<object>("PUT", "/api/second-factor-policy", { policy, passwordless });
async function confirm(id: string, by = second) {
	await stepUp(by, { purpose: "confirm", change: id });
	return by.send("POST", `/api/change-requests/${id}`, { decision: "confirm" });
}
const passkeysOf = async ({ id }: Visitor) =>
	(await database.selectFrom("passkey").select("id").where("member_id", "=", id).execute()).length;
const stateOf = async (id: string) =>
	(await database.selectFrom("change_request").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const rules = async () => {
	const { body } = await admin.send<SecondFactorStatus>("GET", "/api/second-factor-policy");
	return [body.policy, body.passwordless];
};

describe("the second factor of somebody who has rights", () => {
	test.each<Role>(["maker", "approver", "admin"])("of a %s is not reset by one admin, but by two", async (role) => {
		const lost = await withPasskey(role);
		await lost.enrolPasskey("Office computer");
		await lost.enrolTotp();
		const answer = await reset(lost);
		expect(answer.status).toBe(202);
		const asked = askedFor(answer.body);
		expect(asked).toMatchObject({ kind: "second_factor_reset", subject: lost.id, state: "waiting" });
		expect(asked).toMatchObject({ before: { passkeys: 2, app: true }, after: { passkeys: 0, app: false } });
		expect((await confirm(asked.id, admin)).code).toBe("own_change");
		expect(await passkeysOf(lost)).toBe(2);
		expect((await lost.send("GET", "/api/status")).status).toBe(200);

		expect((await confirm(asked.id)).status).toBe(200);
		expect(await passkeysOf(lost)).toBe(0);
		const codes = database.selectFrom("recovery_code").select("code_hash").where("member_id", "=", lost.id);
		expect(await codes.execute()).toEqual([]);
		expect((await lost.send("GET", "/api/status")).code).toBe("unauthenticated");
		expect((await lost.signIn()).body.stage).toBe("full");
		const recorded = await auditEntries(database, { action: "member.second_factor_reset", subject_id: lost.id });
		const { name } = await nameOf(second);
		expect(recorded).toMatchObject([{ member_id: admin.id, details: { confirmedBy: name } }]);
	});

	test("asks for a fresh proof, is not one's own, and of who only looks goes at once; of somebody disabled waits as well: it would count on the day they come back", async () => {
		const lost = await withPasskey("viewer");
		const stale = await desk.signedIn("admin");
		expect(await reset(lost, stale)).toMatchObject({ code: "step_up_needed", stepUp: { purpose: "members" } });
		expect((await reset(admin)).code).toBe("own_account");
		expect((await reset(lost)).status).toBe(204);
		expect(await passkeysOf(lost)).toBe(0);
		const disabled = await withPasskey("approver");
		await asOwner(database, (trx) => updateRows(trx, "member", { id: disabled.id }, { disabled_at: new Date() }));
		askedFor((await reset(disabled)).body);
		expect(await passkeysOf(disabled)).toBe(1);
	});

	test("of who lost the right to approve still waits, and so does a password: the right may be given back", async () => {
		const former = await withPasskey("approver");
		const change = (body: object) => admin.send<object>("PATCH", `/api/members/${former.id}`, body);
		expect((await change({ role: "viewer" })).status).toBe(200);
		askedFor((await reset(former)).body);
		expect(await passkeysOf(former)).toBe(1);
		askedFor((await change({ password: "green-river-stone-kettle" })).body);
	});

	test("that changed since makes void what was asked for of the one before", async () => {
		const lost = await withPasskey("approver");
		const { id } = askedFor((await reset(lost)).body);
		await lost.enrolTotp();
		expect(await stateOf(id)).toBe("void");
		const again = askedFor((await reset(lost)).body);
		expect(again.before).toMatchObject({ passkeys: 1, app: true });
		expect((await lost.send("DELETE", "/api/account/totp")).status).toBe(204);
		expect((await confirm(again.id)).code).toBe("change_over");
		expect(await passkeysOf(lost)).toBe(1);
	});

	test("goes on to be the member's own: removed, renewed and opened by a recovery code without anybody", async () => {
		const who = await withPasskey("approver");
		const { recoveryCodes } = (await who.send<{ recoveryCodes: string[] }>("POST", "/api/account/recovery-codes")).body;
		const elsewhere = who.elsewhere();
		await elsewhere.signIn();
		const answer = { method: "recovery_code", code: recoveryCodes[0] };
		expect((await elsewhere.send("POST", "/api/session/second-step", answer)).status).toBe(200);
		const row = database.selectFrom("passkey").select("id").where("member_id", "=", who.id);
		const { id } = await row.executeTakeFirstOrThrow();
		expect((await who.send("DELETE", `/api/account/passkeys/${id}`)).status).toBe(204);
		expect(await passkeysOf(who)).toBe(0);
	});
});

describe("who must have a second factor", () => {
	test.each<[string, Rules, Rules]>([
		["fewer people", ["everybody", true], ["approvers", true]],
		["nobody any more", ["approvers", false], ["off", false]],
		["fewer steps, beside more people", ["approvers", false], ["everybody", true]],
	])("%s: asked for by one admin, confirmed by another", async (_, from, to) => {
		const keys = [await admin.enrolPasskey(), await second.enrolPasskey()] as const;
		await desk.setPolicy(...from);
		const answer = await setRules(...to);
		expect(answer.status).toBe(202);
		const asked = askedFor(answer.body);
		expect(asked).toMatchObject({
			kind: "second_factor_policy",
			before: { policy: from[0], passwordless: from[1] },
			after: { policy: to[0], passwordless: to[1] },
		});
		expect(await rules()).toEqual(from);
		expect((await confirm(asked.id, admin)).code).toBe("own_change");
		await stepUp(second, { purpose: "confirm", change: asked.id }, byPasskey(keys[1].passkey));
		expect((await confirm(asked.id)).status).toBe(200);
		expect(await rules()).toEqual(to);
	});

	test("more people or more steps counts at once, and makes void what waits", async () => {
		for (const each of [admin, second]) await each.enrolPasskey();
		await desk.setPolicy("approvers", true);
		const { id } = askedFor((await setRules("off")).body);
		expect((await setRules("everybody", false)).body).toMatchObject({ policy: "everybody", passwordless: false });
		expect(await stateOf(id)).toBe("void");
		expect(await rules()).toEqual(["everybody", false]);
		const { details } = await newestEntry(database, { action: "setting.second_factor_changed" });
		expect(details).toEqual({ policy: "approvers → everybody", passwordless: "true → false" });
	});
});

test("an admin alone waits a day; then the worker does both, with its own rights in the database", async () => {
	const lost = await withPasskey("approver");
	await admin.enrolPasskey();
	await asOwner(database, async (trx) => {
		await trx.updateTable("member").set({ disabled_at: new Date() }).where("id", "=", second.id).execute();
	});
	await desk.setPolicy("everybody");
	for (const asked of [await reset(lost), await setRules("off", false)])
		expect(askedFor(asked.body).effectiveAt).not.toBeNull();
	const { body } = await admin.send<ChangeRequests>("GET", "/api/change-requests");
	expect(body.waiting.map(({ kind }) => kind).sort()).toEqual(["second_factor_policy", "second_factor_reset"]);
	await letHoursPass(database, 24);
	const pool = openPool(programUrl(url, "worker"));
	expect(await endWaitingChanges({ ...desk.system, database: openDatabase(pool) })).toBe(2);
	await pool.end();
	expect(await passkeysOf(lost)).toBe(0);
	expect(await rules()).toEqual(["off", false]);
});

describe("whatever a verb does, the database lets nobody take a factor or the demand for it alone", () => {
	const wrong = (statement: string, id: string) =>
		database
			.transaction()
			.execute((trx) => sql.raw(statement.replaceAll(":who", `'${id}'`)).execute(trx))
			.then(() => "done")
			.catch((error: Error) => error.message);

	test.each([
		"delete from passkey where member_id = :who",
		"delete from totp where member_id = :who",
		"delete from recovery_code where member_id = :who",
		"update passkey set public_key = 'x' where member_id = :who",
		"update totp set secret = 'x' where member_id = :who",
		"update totp set confirmed_at = null where member_id = :who",
		"update recovery_code set code_hash = code_hash || 'x' where member_id = :who",
	])("%s", async (statement) => {
		const who = await withPasskey("approver");
		await who.enrolTotp();
		await needsSecondAdmin(database, "second_factor_reset", (trx) =>
			sql.raw(statement.replaceAll(":who", `'${who.id}'`)).execute(trx),
		);
		expect(await wrong("update passkey set last_used_at = now() where member_id = :who", who.id)).toBe("done");
	});

	test("a confirmed reset is of its own member alone", async () => {
		const [lost, other] = [await withPasskey("approver"), await withPasskey("approver")];
		const { id } = askedFor((await reset(lost)).body);
		await stepUp(second, { purpose: "confirm", change: id });
		const work = `update step_up_subject set used_at = now()
				where digest = (select change_digest(change_request) from change_request where id = '${id}');
			update change_request set state = 'confirmed', decided_by = '${second.id}' where id = '${id}';`;
		const taken = (who: Visitor) => `delete from passkey where member_id = '${who.id}';`;
		expect(await wrong(work + taken(lost) + taken(other), "")).toContain("second_factor_reset");
		expect(await wrong(work + taken(lost), "")).toBe("done");
		expect(await passkeysOf(other)).toBe(1);
	});

	test("the setting, lowered or gone", async () => {
		await desk.setPolicy("everybody", false);
		const lower = `update setting set value = '{"policy": "off", "passwordless": false}' where name = 'second_factor'`;
		for (const statement of [lower, "delete from setting where name = 'second_factor'"])
			await needsSecondAdmin(database, "second_factor_policy", (trx) => sql.raw(statement).execute(trx));
	});
});

function nameOf({ id }: Visitor) {
	return database.selectFrom("member").select("name").where("id", "=", id).executeTakeFirstOrThrow();
}
