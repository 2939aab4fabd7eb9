import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import type { MemberChange, NewMember } from "#lib/contracts/member.ts";
import { memberSchema } from "#lib/contracts/member.ts";
import { signIn } from "#server/access/sign-in.ts";
import type { Actor } from "#server/context.ts";
import { addMember as addMemberVerb } from "#server/members/add-member.ts";
import { changeMember } from "#server/members/change-member.ts";
import { listMembers } from "#server/members/list-members.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { UPDATES_CHANNEL } from "#server/store/live-updates.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database, url } = await createTestDatabase();
const system = systemContext({ database });
const NEW = {
	email: "New.Person@test.example",
	name: "New Person",
	role: "viewer",
	password: "green-river-stone-kettle",
} as const;

let admin: Actor;
beforeEach(async () => {
	await asOwner(database, (trx) => trx.updateTable("member").set({ disabled_at: new Date() }).execute());
	await database.deleteFrom("sign_in_delay").execute();
	admin = await addMember(database, "admin");
});

const change = (id: string, what: MemberChange, by = admin) =>
	changeMember(contextFor(system, by), { id, change: what });
const add = async (input: NewMember) => {
	const added = await addMemberVerb(contextFor(system, admin), input);
	if (isChangeRequested(added)) throw new Error("it waits for a second admin");
	return added;
};
const auditOf = (id: string) => auditEntries(database, { subject_id: id });

test("who loses the right to approve is told to every page that shows approvals, not only to those of admins", async () => {
	const approver = await addMember(database, "approver");
	const listener = new pg.Client({ connectionString: url });
	await listener.connect();
	const told: unknown[] = [];
	listener.on("notification", ({ payload = "" }) => void told.push(JSON.parse(payload)));
	await listener.query(`listen ${UPDATES_CHANNEL}`);
	await change(approver.id, { disabled: true });
	await listener.query("select 1");
	await listener.end();
	expect(told).toContainEqual({ topic: "settings", id: approver.id });
});

describe("an admin", () => {
	test("adds a member who can sign in, and the record says who did it, without the password", async () => {
		const added = await add(NEW);
		expect(memberSchema.parse(added)).toMatchObject({
			email: "new.person@test.example",
			role: "viewer",
			disabledAt: null,
		});
		const from = { address: "10.0.0.1", userAgent: null };
		const web = systemContext({ database, program: "web" });
		await expect(signIn(web, { email: added.email, password: NEW.password, ...from })).resolves.toBeDefined();
		const entries = await auditOf(added.id);
		expect(entries[0]).toMatchObject({ action: "member.added", member_id: admin.id, details: { role: "viewer" } });
		expect(JSON.stringify(entries)).not.toContain(NEW.password);
	});

	test("cannot add somebody whose name passes for another member's, disabled ones too, however it is written", async () => {
		const first = await add({ ...NEW, email: "nina@test.example", name: "Nina Toure" });
		await change(first.id, { disabled: true });
		for (const [index, name] of ["nina touré", "Νina Τoure", "Nina\u200b Toure"].entries()) {
			const again = add({ ...NEW, email: `nina-${index}@test.example`, name });
			await expect(again, name).rejects.toMatchObject({ code: "invalid_input", fields: { name: "looks_like" } });
		}
		const other = { ...NEW, email: "nina-b@test.example", name: "Nina B. Toure" };
		await expect(add(other)).resolves.toMatchObject({ name: other.name });
		const both = ["Ama Sow", "Аma Sоw"].map((name, index) => add({ ...NEW, email: `ama-${index}@test.example`, name }));
		const ends = await Promise.allSettled(both);
		expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	});

	test("cannot add the same e-mail twice, in whatever case; cannot give a password that is easy to guess", async () => {
		const input = { ...NEW, email: "twice@test.example", name: "Only Once" };
		const outcomes = await Promise.allSettled([add(input), add({ ...input, email: "TWICE@test.example" })]);
		expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({ code: "email_taken" });
		const weak = add({ ...NEW, email: "weak@test.example", password: "newperson2026" });
		await expect(weak).rejects.toMatchObject({ code: "invalid_input", fields: { password: "password_has_name" } });
		const maker = await addMember(database, "maker");
		const common = { fields: { password: "too_common" } };
		await expect(change(maker.id, { password: "password1234" })).rejects.toMatchObject(common);
	});

	test("disables and enables at once who only looks, and resets their password, each in the record", async () => {
		const viewer = await addMember(database, "viewer");
		await change(viewer.id, { disabled: true });
		expect(await change(viewer.id, { disabled: true })).toMatchObject({ disabledAt: expect.any(String) });
		const password = "green-river-stone-kettle";
		expect(await change(viewer.id, { disabled: false, password })).toMatchObject({ disabledAt: null });
		const done = (await auditOf(viewer.id)).map(({ action }) => action);
		expect(done).toEqual(["member.disabled", "member.enabled", "member.password_reset"]);
	});

	test("changes a role, enables and resets whoever has rights by a second admin, each in the record of both", async () => {
		const maker = await addMember(database, "maker");
		const password = "green-river-stone-kettle";
		const asker = contextFor(system, admin);
		await byTwo(asker, () => change(maker.id, { role: "approver" }));
		await change(maker.id, { disabled: true });
		await byTwo(asker, () => change(maker.id, { disabled: false, password }));
		const entries = await auditOf(maker.id);
		const done = ["member.role_changed", "member.disabled", "member.enabled", "member.password_reset"];
		expect(entries.map(({ action }) => action)).toEqual(done);
		expect(entries[0]).toMatchObject({ member_id: admin.id, details: { confirmedBy: expect.any(String) } });
	});

	test("cannot change themselves, nor a member who is not there; who was demoted meanwhile changes nothing any more", async () => {
		for (const what of [{ role: "viewer" }, { disabled: true }, { password: "green-river-stone-kettle" }] as const)
			await expect(change(admin.id, what)).rejects.toMatchObject({ code: "own_account" });
		await expect(change("nobody", { disabled: true })).rejects.toMatchObject({ code: "not_found" });
		const nobody = change("nobody", { password: "green-river-stone-kettle" });
		await expect(nobody).rejects.toMatchObject({ code: "not_found" });
		const other = await addMember(database, "admin");
		const maker = await addMember(database, "maker");
		await change(other.id, { role: "viewer" });
		await expect(change(maker.id, { disabled: true }, other)).rejects.toMatchObject({ code: "forbidden" });
	});
});

test("the last admin always remains, also when two admins demote each other at the same moment", async () => {
	const other = await addMember(database, "admin");
	const outcomes = await Promise.allSettled([
		change(other.id, { role: "viewer" }, admin),
		change(admin.id, { disabled: true }, other),
	]);
	expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
	const admins = database.selectFrom("member").select("id").where("role", "=", "admin");
	expect(await admins.where("disabled_at", "is", null).execute()).toHaveLength(1);
});

test("the list of members holds no hash", async () => {
	const list = await listMembers(contextFor(system, admin));
	expect(list.items.map((member) => memberSchema.parse(member).id)).toContain(admin.id);
	expect(JSON.stringify(list)).not.toMatch(/argon2|hash|opens-nothing/);
});
