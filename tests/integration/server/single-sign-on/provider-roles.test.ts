import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "#lib/roles.ts";
import { NO_PASSWORD } from "#server/access/password-sign-in.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import type { Context } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { changeMember } from "#server/members/change-member.ts";
import { readMembers } from "#server/members/list-members.ts";
import { listNotices } from "#server/notices/list-notices.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { approve, setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { byTwo, confirmBy, letHoursPass, mailedAbout } from "#tests/support/desk/second-admin.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { type Person, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import { memberOf, newPerson, providedDesk, signInAs } from "#tests/support/provider/provided-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const desk = await openPaymentDesk();
const { database } = desk;
await askNoSecondFactor(database);
beforeEach(async () => {
	providedDesk(database, provider);
	await setTiers(database, TIERS);
});

const GROUPS: Record<Role, string> = { viewer: "staff", maker: "cashiers", approver: "finance", admin: "desk-admins" };
const person = (role: Role, facts: Partial<Person> = {}) => newPerson(provider, { groups: [GROUPS[role]], ...facts });

async function comesIn(known: Person & { login: string }): Promise<Context> {
	expect((await signInAs(known.login)).fault).toBe(null);
	const member = await memberOf(database, known.email);
	if (!member) throw new Error("nobody was made");
	return contextFor(desk.system, member);
}
const raise = async (known: Person & { login: string }, role: Role) => {
	provider.people.set(known.login, { ...known, groups: [GROUPS[role]] });
	return comesIn({ ...known, groups: [GROUPS[role]] });
};
const waits = async ({ member }: Context) => (await readMembers(database, member.id))[0]?.decidesFrom !== null;
const small = (who: Context) => requestPayout(who, newPayout({ amount: "45000" }), randomBytes(12).toString("hex"));

const demoteAdmins = () => asOwner(database, (trx) => updateRows(trx, "member", { role: "admin" }, { role: "viewer" }));
const waitingFor = async ({ member }: Context) =>
	(await readChangeRequests(database, desk.admin.member, { waiting: true })).find(
		({ subject }) => subject === member.id,
	);

describe("a role above viewer that the provider's groups give", () => {
	const admin = async () => contextFor(desk.system, await addMember(database, "admin"));
	const decide = async (who: Context, decision: "confirm" | "refuse") => {
		const by = await admin();
		return decideChange(by, { id: (await waitingFor(who))?.id ?? "", decision });
	};

	test("is asked for in the person's name, and counts at once when an admin confirms it", async () => {
		const { member: former } = await admin();
		await changeMember(await admin(), { id: former.id, change: { role: "viewer" } });
		const known = person("approver");
		const finance = await comesIn(known);
		expect(finance.member.role).toBe("viewer");
		const { id, name } = finance.member;
		expect(await waitingFor(finance)).toMatchObject({
			...{ askedBy: { id, name }, byProvider: true, effectiveAt: null, after: { role: "approver" } },
		});
		const subject_id = (await waitingFor(finance))?.id ?? "";
		expect(await mailedAbout(database, subject_id)).toContain(former.id);
		expect(await newestEntry(database, { action: "change.asked", subject_id })).toMatchObject({ member_id: null });
		// Once, however often they sign in.
		await comesIn(known);
		await decide(finance, "confirm");
		const asked = await desk.requested({ amount: "200000" });
		const raised = contextFor(desk.system, { ...finance.member, role: "approver" });
		expect(await approve(raised, asked)).toMatchObject({ state: "approved" });
		const entry = await newestEntry(database, { action: "member.role_changed", subject_id: id });
		expect(entry.details).toMatchObject({ from: "viewer", to: "approver", confirmedBy: expect.any(String) });
	});

	test("is told to the person as of the admin who confirmed it, and less as of the provider", async () => {
		const known = person("approver");
		const who = await comesIn(known);
		const second = await admin();
		await decideChange(second, { id: (await waitingFor(who))?.id ?? "", decision: "confirm" });
		await raise(known, "viewer");
		const { items } = await listNotices(who);
		const changes = items.filter(({ kind }) => kind === "role_changed").map(({ details }) => details);
		expect(changes).toMatchObject([
			{ from: "approver", to: "viewer", by: new URL(provider.issuer).host },
			{ from: "viewer", to: "approver", by: second.member.name },
		]);
	});

	test("is not asked for again once an admin has refused it, until the groups give another", async () => {
		await admin();
		const known = person("admin");
		const who = await comesIn(known);
		await decide(who, "refuse");
		expect((await comesIn(known)).member.role).toBe("viewer");
		expect(await waitingFor(who)).toBeUndefined();
		await raise(known, "maker");
		expect(await waitingFor(who)).toMatchObject({ after: { role: "maker" } });
		await raise(known, "viewer");
		expect(await waitingFor(who)).toBeUndefined();
	});

	test("waits also for who has less of it already; less is given at once, and a refused role is then asked for again", async () => {
		await admin();
		const maker = await addMember(database, "maker");
		const known = person("approver", { email: maker.email });
		const who = await comesIn(known);
		expect(who.member.role).toBe("maker");
		await decide(who, "refuse");
		expect((await raise(known, "viewer")).member.role).toBe("viewer");
		await raise(known, "approver");
		expect(await waitingFor(who)).toMatchObject({ after: { role: "approver" } });
	});

	test.each(["", "and once more "])(
		"is confirmed where a password was set before it %sand removed with it",
		async (again) => {
			await admin();
			const { id, email } = await addMember(database, "viewer");
			const known = person("maker", { email });
			const set = database.updateTable("member").set({ password_hash: "set by an admin" }).where("id", "=", id);
			await set.execute();
			if (again) await comesIn(known);
			if (again) await set.execute();
			const who = await comesIn(known);
			expect(await decide(who, "confirm")).toMatchObject({ state: "confirmed" });
			expect(await memberOf(database, email)).toMatchObject({ role: "maker", password_hash: NO_PASSWORD });
		},
	);

	test("is confirmed by nobody who is no admin, and not by the person", async () => {
		await admin();
		const who = await comesIn(person("admin"));
		const { id = "" } = (await waitingFor(who)) ?? {};
		await expect(decideChange(who, { id, decision: "confirm" })).rejects.toMatchObject({ code: "forbidden" });
		const push = database.updateTable("change_request").set({ state: "confirmed" }).where("id", "=", id);
		await expect(push.execute()).rejects.toThrow("who asked for the change is no admin");
		await expect(push.set({ decided_by: who.member.id }).execute()).rejects.toThrow("another admin confirms");
	});
});

describe("what the provider's groups alone give where no admin could confirm it", () => {
	beforeEach(demoteAdmins);

	test("approves nothing for a day, and then does", async () => {
		const finance = await comesIn(person("approver"));
		const asked = await desk.requested({ amount: "200000" });
		await expect(approve(finance, asked)).rejects.toMatchObject({ code: "too_new_to_decide" });
		expect(await waits(finance)).toBe(true);
		await letHoursPass(database, 23);
		await expect(approve(finance, asked)).rejects.toMatchObject({ code: "too_new_to_decide" });
		await letHoursPass(database, 2);
		expect(await approve(finance, asked)).toMatchObject({ state: "approved" });
		expect(await waits(finance)).toBe(false);
	});

	test("asks for nothing that nobody approves, for a day: the form says so, and the database", async () => {
		const cashier = await comesIn(person("maker"));
		const { amount, currency, operator, destination } = newPayout({ amount: "45000" });
		expect(await previewPayout(cashier, { amount, currency, operator, destination })).toMatchObject({ approvers: 1 });
		const payout = await small(cashier);
		expect(payout).toMatchObject({ state: "awaiting_approval", approval: { needed: 1 } });
		const push = database.updateTable("payment").set({ state: "approved" }).where("id", "=", payout.id);
		await expect(push.execute()).rejects.toThrow("a payout needs its approvers");
		await letHoursPass(database, 25);
		expect(await small(cashier)).toMatchObject({ state: "approved" });
	});

	test("asks for no loosening and confirms none, for a day, also where an approver became an admin", async () => {
		const known = person("approver");
		await comesIn(known);
		await letHoursPass(database, 25);
		const admin = await raise(known, "admin");
		expect(await waits(admin)).toBe(true);
		const { id } = await addMember(database, "viewer");
		const ask = (who: Context) => changeMember(who, { id, change: { role: "maker" } });
		await expect(ask(admin)).rejects.toMatchObject({ code: "too_new_to_decide" });
		const asked = await ask(contextFor(desk.system, await addMember(database, "admin")));
		await expect(confirmBy(admin, asked, admin)).rejects.toMatchObject({ code: "too_new_to_decide" });
		await letHoursPass(database, 23);
		expect(await waits(admin)).toBe(true);
		await letHoursPass(database, 26);
		expect(await ask(admin).catch((error: { code: string }) => error.code)).toMatchObject({
			changeRequest: { subject: id },
		});
	});

	test("counts at once when two admins give it", async () => {
		const cashier = await comesIn(person("maker"));
		const admin = contextFor(desk.system, await addMember(database, "admin"));
		await changeMember(admin, { id: cashier.member.id, change: { role: "viewer" } });
		await byTwo(admin, () => changeMember(admin, { id: cashier.member.id, change: { role: "maker" } }));
		expect(await waits(cashier)).toBe(false);
		expect(await small(cashier)).toMatchObject({ state: "approved" });
	});

	test("is nothing to wait for where it only looks, or is less than before", async () => {
		const known = person("approver");
		await comesIn(known);
		await letHoursPass(database, 25);
		expect(await waits(await raise(known, "maker"))).toBe(false);
		expect(await waits(await comesIn(person("viewer")))).toBe(false);
	});
});

describe("somebody who was here before single sign-on", () => {
	test("waits a day when the provider alone says who they are", async () => {
		const approver = await addMember(database, "approver");
		const asked = await desk.requested({ amount: "200000" });
		const who = await comesIn(person("approver", { email: approver.email }));
		expect(who.member.id).toBe(approver.id);
		await expect(approve(who, asked)).rejects.toMatchObject({ code: "too_new_to_decide" });
		await letHoursPass(database, 23);
		expect(await waits(who)).toBe(true);
	});

	test("does not wait who proves a second factor of their own as well", async () => {
		const approver = await addMember(database, "approver");
		const totp = { member_id: approver.id, secret: "sealed", created_at: new Date(), confirmed_at: new Date() };
		await asOwner(database, (trx) => trx.insertInto("totp").values(totp).execute());
		const asked = await desk.requested({ amount: "200000" });
		const who = await comesIn(person("approver", { email: approver.email }));
		expect(await approve(who, asked)).toMatchObject({ state: "approved" });
	});

	test("needs no temporary password any more: nobody else's words are in it, no session that it opened goes on, and it is told", async () => {
		const { id, email } = await addMember(database, "viewer");
		const known = person("viewer", { email });
		await comesIn(known);
		await database.updateTable("member").set({ password_hash: "set by an admin" }).where("id", "=", id).execute();
		const { items } = await listNotices(await comesIn(known));
		expect(await memberOf(database, email)).toMatchObject({ password_temporary: false, password_hash: NO_PASSWORD });
		const sessions = database.selectFrom("session").select("id_hash").where("member_id", "=", id);
		expect(await sessions.where("ended_at", "is", null).execute()).toHaveLength(1);
		await newestEntry(database, { action: "member.password_removed", subject_id: id });
		expect(items.map(({ kind }) => kind)).toContain("password_removed");
	});
});

describe("whatever a verb does, the database lets the provider give", () => {
	const speaks = (id: string, write: (trx: DatabaseTransaction) => Promise<unknown>) =>
		database
			.transaction()
			.execute(async (trx) => {
				await sql`select set_config('cauri.provided_member', ${id}, true)`.execute(trx);
				await write(trx);
			})
			.then(() => "done")
			.catch((error: Error) => error.message);
	const row = (id: string, password_hash = NO_PASSWORD) => ({
		...{ id, email: `${id}@test.example`, name: `Raised ${id}`, role: "approver" as const },
		...{ password_hash, created_at: new Date() },
	});

	test("no password, and no right to anybody whom it does not know", async () => {
		const insert = (values: ReturnType<typeof row>) =>
			speaks(values.id, (trx) => trx.insertInto("member").values(values).execute());
		expect(await insert(row("p-1", "a hash"))).toBe("the provider gives no password");
		await addMember(database, "admin");
		expect(await insert(row("p-2"))).toBe("what loosens needs a second admin (member_added)");
		await demoteAdmins();
		expect(await insert(row("p-2"))).toBe("a member without a password is known to the provider");
		const { id } = await addMember(database, "viewer");
		const set = (values: { role?: Role; password_hash?: string }) =>
			speaks(id, (trx) => updateRows(trx, "member", { id }, values));
		expect(await set({ role: "admin" })).toBe("the provider does not know this member");
		expect(await set({ password_hash: "a hash" })).toBe("the provider gives no password");
	});

	test("nothing to another member than the one who came", async () => {
		const { id } = await addMember(database, "viewer");
		const other = speaks("somebody", (trx) => updateRows(trx, "member", { id }, { role: "admin" }));
		expect(await other).toBe("what loosens needs a second admin (member_changed)");
	});

	test("no weight: a day passes whatever is written", async () => {
		await demoteAdmins();
		const who = await comesIn(person("approver"));
		const write = database
			.updateTable("member")
			.set({ decides_from: new Date(0) })
			.where("id", "=", who.member.id);
		await write.execute();
		expect(await waits(who)).toBe(true);
		await asOwner(database, (trx) => updateRows(trx, "member", { id: who.member.id }, { locale: "fr" }));
		expect(await waits(who)).toBe(true);
	});
});
