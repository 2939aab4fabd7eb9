import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { changeRequestsSchema } from "#lib/contracts/change-request.ts";
import type { PayoutRuleChange, RuleAmounts } from "#lib/contracts/payout-rule.ts";
import { verifyPassword } from "#server/access/password/passwords.ts";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import type { Context } from "#server/context.ts";
import { addMember as addMemberVerb } from "#server/members/add-member.ts";
import { changeMember } from "#server/members/change-member.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { withAuditOrigin } from "#server/store/audit-log.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { askedFor, disableEverybody, letHoursPass } from "#tests/support/desk/second-admin.ts";
import { auditEntries, newestEntry } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });
const STRICT: RuleAmounts = {
	perPayment: "100000.00",
	perPersonDay: "500000.00",
	perDestinationDay: null,
	noApproverUpTo: "1000.00",
	oneApproverUpTo: "50000.00",
};

let admin: Context;
let second: Context;
let approver: Context;
beforeEach(async () => {
	await asOwner(database, (trx) => trx.deleteFrom("setting").execute());
	await disableEverybody(database);
	admin = contextFor(system, await addMember(database, "admin"));
	second = contextFor(system, await addMember(database, "admin"));
	approver = contextFor(system, await addMember(database, "approver"));
	await setTiers(database, {
		no_approver_up_to: STRICT.noApproverUpTo,
		one_approver_up_to: STRICT.oneApproverUpTo,
		per_person_day: STRICT.perPersonDay,
	});
	await asOwner(database, (trx) => trx.updateTable("payout_rule").set({ per_payment: STRICT.perPayment }).execute());
});

const disable = (who: Context) =>
	asOwner(database, (trx) => updateRows(trx, "member", { id: who.member.id }, { disabled_at: new Date() }));
async function changeRule(changes: Partial<PayoutRuleChange>, by = admin) {
	const { version } = await readPayoutRule(database, "XOF");
	return changePayoutRule(by, { currency: "XOF", change: { ...STRICT, version, ...changes } });
}
const raise = async (by = admin) => askedFor(await changeRule({ noApproverUpTo: "20000" }, by));
const noApproverUpTo = async () => (await readPayoutRule(database, "XOF")).noApproverUpTo;
const stateOf = async (id: string) =>
	(await database.selectFrom("change_request").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const recorded = async (id: string) =>
	(await auditEntries(database, { subject_id: id })).map(({ action, member_id }) => [action, member_id]);

describe("a change that loosens", () => {
	test("waits, with what stood and what shall, until another admin confirms it; both are in the record", async () => {
		const asked = await raise();
		expect(await noApproverUpTo()).toBe("1000.00");
		expect(asked).toMatchObject({ kind: "payout_rule", subject: "XOF", state: "waiting", effectiveAt: null });
		expect(asked.before).toMatchObject({ noApproverUpTo: "1000.00", perPayment: "100000.00" });
		expect(asked.after).toMatchObject({ noApproverUpTo: "20000.00", perPayment: "100000.00" });
		const confirming = { address: "203.0.113.9", userAgent: "Firefox" };
		const confirmed = await withAuditOrigin(confirming, () =>
			decideChange(second, { id: asked.id, decision: "confirm" }),
		);
		expect(confirmed).toMatchObject({ state: "confirmed", decidedBy: { id: second.member.id } });
		expect(await noApproverUpTo()).toBe("20000.00");
		expect(await recorded(asked.id)).toEqual([
			["change.asked", admin.member.id],
			["change.confirmed", second.member.id],
		]);
		const entry = await newestEntry(database, { action: "setting.payout_rule_changed" });
		expect(entry).toMatchObject({ member_id: admin.member.id, details: { confirmedBy: second.member.name } });
		expect(entry).toMatchObject({ address: null, user_agent: null });
		expect(await newestEntry(database, { action: "change.confirmed" })).toMatchObject({ address: confirming.address });
	});

	test("is confirmed by nobody who asked for it, nor by an approver, and once only", async () => {
		const { id } = await raise();
		await expect(decideChange(admin, { id, decision: "confirm" })).rejects.toMatchObject({ code: "own_change" });
		await expect(decideChange(approver, { id, decision: "confirm" })).rejects.toMatchObject({ code: "forbidden" });
		await expect(decideChange(approver, { id, decision: "refuse" })).rejects.toMatchObject({ code: "forbidden" });
		const both = await Promise.allSettled([1, 2].map(() => decideChange(second, { id, decision: "confirm" })));
		expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect((await readPayoutRule(database, "XOF")).version).toBe(2);
	});

	test("is withdrawn by who asked, refused by another, and ends by itself after a day; is asked for once at a time, and again when its time is over", async () => {
		const first = await raise();
		await expect(decideChange(second, { id: first.id, decision: "withdraw" })).rejects.toMatchObject({
			code: "own_change",
		});
		expect(await decideChange(admin, { id: first.id, decision: "withdraw" })).toMatchObject({ state: "withdrawn" });
		const next = await raise();
		expect(await decideChange(second, { id: next.id, decision: "refuse" })).toMatchObject({ state: "refused" });
		const last = await raise();
		await letHoursPass(database, 24);
		expect(await endWaitingChanges(system)).toBe(1);
		expect(await stateOf(last.id)).toBe("expired");
		expect(await recorded(last.id)).toContainEqual(["change.expired", null]);
		await expect(decideChange(second, { id: first.id, decision: "confirm" })).rejects.toMatchObject({
			code: "change_over",
		});
		expect(await noApproverUpTo()).toBe("1000.00");
		const { id } = await raise();
		await expect(raise(second)).rejects.toMatchObject({ code: "change_waits" });
		await letHoursPass(database, 24);
		await expect(decideChange(second, { id, decision: "confirm" })).rejects.toMatchObject({ code: "change_over" });
		await raise(second);
		expect(await stateOf(id)).toBe("expired");
		expect(await noApproverUpTo()).toBe("1000.00");
	});

	test("is void when what it was about has changed since; what tightens is written at once", async () => {
		const { id } = await raise();
		const stricter = await changeRule({ perPayment: "50000" }, second);
		expect(stricter).toMatchObject({ perPayment: "50000.00" });
		expect(await stateOf(id)).toBe("void");
		await expect(decideChange(second, { id, decision: "confirm" })).rejects.toMatchObject({ code: "change_over" });

		// Written past the desk, so nothing has marked the request as void.
		const other = askedFor(await changeRule({ perPayment: "50000", noApproverUpTo: "20000" }));
		await asOwner(database, (trx) =>
			trx.updateTable("payout_rule").set({ per_payment: "40000", version: 3 }).execute(),
		);
		expect(await decideChange(second, { id: other.id, decision: "confirm" })).toMatchObject({ state: "void" });
		expect(await noApproverUpTo()).toBe("1000.00");
		expect(await recorded(other.id)).toContainEqual(["change.void", second.member.id]);
	});

	test("is void when it was asked for before the upgrade from which the state says who could decide formerly", async () => {
		const { id: former } = approver.member;
		await changeMember(admin, { id: former, change: { role: "viewer" } });
		const { id } = askedFor(await changeMember(admin, { id: former, change: { role: "approver" } }));
		await withoutGuards(database, sql`update change_request set before = before - 'hadRights' where id = ${id}`);
		expect(await decideChange(second, { id, decision: "confirm" })).toMatchObject({ state: "void" });
	});

	test("is not confirmed when who asked for it is no admin any more, nor by one who is none any more", async () => {
		const { id } = await raise();
		await disable(second);
		await expect(decideChange(second, { id, decision: "confirm" })).rejects.toMatchObject({ code: "forbidden" });
		const third = contextFor(system, await addMember(database, "admin"));
		await disable(admin);
		expect(await decideChange(third, { id, decision: "confirm" })).toMatchObject({ state: "void" });
		expect(await noApproverUpTo()).toBe("1000.00");
	});

	test("ends where the word of who asked does not count any more, as after a new password: it can be asked for again", async () => {
		const { id } = await raise();
		const third = contextFor(system, await addMember(database, "admin"));
		const password = "kettle-river-green-stone";
		const reset = askedFor(await changeMember(third, { id: admin.member.id, change: { password } }));
		expect(await decideChange(second, { id: reset.id, decision: "confirm" })).toMatchObject({ state: "confirmed" });
		expect(await decideChange(second, { id, decision: "confirm" })).toMatchObject({ state: "void" });
		expect(await noApproverUpTo()).toBe("1000.00");
		expect(await raise(third)).toMatchObject({ state: "waiting" });
	});

	test("holds for a longer expiry as well, and a shorter one is there at once", async () => {
		const longer = { payoutMinutes: 10, depositMinutes: 61 };
		const { id } = askedFor(await changePaymentExpiry(admin, longer));
		expect(await decideChange(second, { id, decision: "confirm" })).toMatchObject({ state: "confirmed" });
		await expect(changePaymentExpiry(admin, { payoutMinutes: 10, depositMinutes: 60 })).resolves.toEqual({
			payoutMinutes: 10,
			depositMinutes: 60,
		});
	});
});

describe("people", () => {
	const NEW = {
		email: "new.person@test.example",
		name: "New Person",
		role: "approver",
		password: "green-river-stone-kettle",
	} as const;

	test("who may approve are added by two; their password has waited as a hash alone, and is gone with the decision", async () => {
		const { id, subject } = askedFor(await addMemberVerb(admin, NEW));
		const kept = await database.selectFrom("change_request").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
		expect(JSON.stringify(kept)).not.toContain(NEW.password);
		expect(await database.selectFrom("member").select("id").where("id", "=", subject).execute()).toEqual([]);
		await decideChange(second, { id, decision: "confirm" });
		const member = await database.selectFrom("member").selectAll().where("id", "=", subject).executeTakeFirstOrThrow();
		expect(member).toMatchObject({ email: NEW.email, role: "approver", password_temporary: true });
		await expect(verifyPassword(member.password_hash, NEW.password)).resolves.toBe(true);
		const after = await database.selectFrom("change_request").select("secret").where("id", "=", id).executeTakeFirst();
		expect(after).toEqual({ secret: null });
		expect(JSON.stringify(await listChangeRequests(admin))).not.toContain("argon2");
	});

	test("of rights are let in again, raised, and given a password by two; demoted and disabled by one", async () => {
		const { id } = approver.member;
		const change = (what: object) => changeMember(admin, { id, change: what });
		await expect(change({ disabled: true })).resolves.toMatchObject({ id });
		for (const what of [
			{ disabled: false },
			{ disabled: false, role: "viewer", password: "green-river-stone-kettle" } as const,
		]) {
			const asked = askedFor(await change(what));
			expect(asked).toMatchObject({ kind: "member_changed", subject: id, memberName: approver.member.name });
			await decideChange(second, { id: asked.id, decision: "confirm" });
		}
		expect(await change({ role: "viewer" })).toMatchObject({ role: "viewer", passwordTemporary: true });
		const raised = askedFor(await change({ role: "admin" }));
		await decideChange(admin, { id: raised.id, decision: "withdraw" });
		// Any change of the member makes an earlier request about them void.
		const again = askedFor(await change({ role: "maker" }));
		await changeMember(second, { id, change: { disabled: true } });
		expect(await stateOf(again.id)).toBe("void");
	});
});

describe("an admin alone", () => {
	beforeEach(() => disable(second));

	test("waits a day, which every approver sees and may end; then it takes effect by itself", async () => {
		const stopped = await raise();
		expect(stopped.effectiveAt).not.toBeNull();
		expect(changeRequestsSchema.parse(await listChangeRequests(admin)).alone).toBe(true);
		const [seen] = (await listChangeRequests(approver)).waiting;
		expect(seen).toMatchObject({ id: stopped.id, may: { confirm: false, refuse: true, withdraw: false } });
		await decideChange(approver, { id: stopped.id, decision: "refuse" });

		const { id } = await raise();
		await letHoursPass(database, 23);
		expect(await endWaitingChanges(system)).toBe(0);
		expect(await noApproverUpTo()).toBe("1000.00");
		await letHoursPass(database, 1);
		expect(await endWaitingChanges(system)).toBe(1);
		expect(await noApproverUpTo()).toBe("20000.00");
		expect(await recorded(id)).toContainEqual(["change.took_effect", null]);
	});

	test("adds the second one after a day, whose words count a day later", async () => {
		const input = {
			email: "second.admin@test.example",
			name: "Second Admin",
			role: "admin",
			password: "green-river-stone-kettle",
		} as const;
		const { subject } = askedFor(await addMemberVerb(admin, input));
		await letHoursPass(database, 24);
		await endWaitingChanges(system);
		const newcomer = contextFor(system, { ...input, id: subject });
		// The member sets their own password, as after the first sign-in.
		await database.transaction().execute(async (trx) => {
			await sql`select set_config('cauri.own_password', ${subject}, true)`.execute(trx);
			await trx.updateTable("member").set({ password_hash: "their-own" }).where("id", "=", subject).execute();
		});
		const { id, effectiveAt } = await raise();
		expect(effectiveAt).not.toBeNull();
		const early = decideChange(newcomer, { id, decision: "confirm" });
		await expect(early).rejects.toMatchObject({ code: "too_new_to_decide" });
		await decideChange(admin, { id, decision: "withdraw" });
		await letHoursPass(database, 24);
		const next = await raise();
		expect(next.effectiveAt).toBeNull();
		await expect(decideChange(newcomer, { id: next.id, decision: "confirm" })).resolves.toMatchObject({
			state: "confirmed",
		});
	});

	test("who leaves meanwhile takes the wish along", async () => {
		const { id } = await raise();
		const other = contextFor(system, await addMember(database, "admin"));
		await changeMember(other, { id: admin.member.id, change: { disabled: true } });
		await letHoursPass(database, 24);
		await endWaitingChanges(system);
		expect(await stateOf(id)).toBe("void");
		expect(await noApproverUpTo()).toBe("1000.00");
	});
});
