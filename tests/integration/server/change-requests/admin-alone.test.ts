/** A desk with one admin left: a member who just lost a right to decide still counts, so that nobody becomes the only one. */
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import type { Context } from "#server/context.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { changeMember } from "#server/members/change-member.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { DESK_MIGRATIONS, readMigrationFiles } from "#server/store/schema-version.ts";
import { addMember, contextFor, systemContext, TEST_NOW } from "#tests/support/contexts.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { setTiers } from "#tests/support/desk/payout-tiers.ts";
import { askedFor, disableEverybody, letHoursPass, mailedAbout } from "#tests/support/desk/second-admin.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { findRow, insertRows } from "#tests/support/rows/rows.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });

let admin: Context;
let approver: Context;
beforeEach(async () => {
	await disableEverybody(database);
	admin = contextFor(system, await addMember(database, "admin"));
	approver = contextFor(system, await addMember(database, "approver"));
	await setTiers(database, { no_approver_up_to: "1000.00", one_approver_up_to: null, per_person_day: "500000.00" });
});

async function raise() {
	const { version, ...rule } = await readPayoutRule(database, "XOF");
	const { perPayment, perPersonDay, perDestinationDay, oneApproverUpTo } = rule;
	const amounts = { perPayment, perPersonDay, perDestinationDay, oneApproverUpTo, noApproverUpTo: "20000" };
	return askedFor(await changePayoutRule(admin, { currency: "XOF", change: { ...amounts, version } }));
}
const noApproverUpTo = async () => (await readPayoutRule(database, "XOF")).noApproverUpTo;
const stateOf = async (id: string) =>
	(await database.selectFrom("change_request").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

const disable = (memberId: string) =>
	asOwner(database, (trx) =>
		applyMemberChange(trx, { memberId, change: { disabled: true }, passwordHash: null, at: new Date(), by: null }),
	);

test("is nobody who has just taken the right from the others: they count as present for 14 days", async () => {
	const other = contextFor(system, await addMember(database, "admin"));
	await changeMember(admin, { id: other.member.id, change: { disabled: true } });
	const { id, effectiveAt } = await raise();
	expect(effectiveAt).toBeNull();
	const { alone, aloneFrom } = await listChangeRequests(admin);
	expect(alone).toBe(false);
	expect(Math.round((Date.parse(aloneFrom ?? "") - Date.now()) / 3_600_000)).toBe(14 * 24);
	await letHoursPass(database, 24);
	await endWaitingChanges(system);
	expect(await stateOf(id)).toBe("expired");
	await letHoursPass(database, 13 * 24 - 1);
	const left = await raise();
	expect(left.effectiveAt).toBeNull();
	await letHoursPass(database, 24);
	expect((await raise()).effectiveAt).not.toBeNull();
	expect(await listChangeRequests(admin)).toMatchObject({ alone: true, aloneFrom: null });
	expect(await newestEntry(database, { action: "change.expired" })).toMatchObject({ subject_id: left.id });
});

test("has nobody to wait for only while nobody else could confirm", async () => {
	await changeMember(admin, { id: approver.member.id, change: { disabled: true } });
	expect((await listChangeRequests(admin)).aloneFrom).not.toBeNull();
	await addMember(database, "admin");
	expect(await listChangeRequests(admin)).toMatchObject({ alone: false, aloneFrom: null });
});

test("does not pay alone on Saturday by disabling the approvers on Friday: they count as present, and get a link", async () => {
	const later = contextFor(system, await addMember(database, "approver"));
	const first = await raise();
	await changeMember(admin, { id: approver.member.id, change: { disabled: true } });
	expect(await mailedAbout(database, first.id)).toEqual([approver.member.id]);
	await letHoursPass(database, 24);
	await endWaitingChanges(system);
	expect(await noApproverUpTo()).toBe("1000.00");
	expect(await stateOf(first.id)).toBe("waiting");
	const unasked = { state: "confirmed", decided_by: null } as const;
	const push = database.updateTable("change_request").set(unasked).where("id", "=", first.id).execute();
	await expect(push).rejects.toThrow("another admin confirms a change");
	await letHoursPass(database, 24);
	await endWaitingChanges(system);
	expect(await stateOf(first.id)).toBe("expired");

	await changeMember(admin, { id: later.member.id, change: { role: "maker" } });
	await letHoursPass(database, 13 * 24);
	const asked = await raise();
	expect(asked.effectiveAt).toBeNull();
	expect(await mailedAbout(database, asked.id)).toEqual([later.member.id]);
	await decideChange(admin, { id: asked.id, decision: "withdraw" });
	await letHoursPass(database, 48);
	expect((await raise()).effectiveAt).not.toBeNull();
});

test("has nobody to wait for once the machine's owner disables who was blocked or demoted; their account stays guarded", async () => {
	const { id } = approver.member;
	const demoted = (await addMember(database, "approver")).id;
	await changeMember(admin, { id, change: { disabled: true } });
	await changeMember(admin, { id: demoted, change: { role: "viewer" } });
	await disable(demoted);
	const { id: first, effectiveAt } = await raise();
	expect(effectiveAt).toBeNull();
	await decideChange(admin, { id: first, decision: "withdraw" });
	await disable(id);
	expect(await newestEntry(database, { action: "member.disabled", subject_id: id })).toMatchObject({ member_id: null });
	expect((await raise()).effectiveAt).not.toBeNull();
	for (const former of [id, demoted])
		askedFor(await changeMember(admin, { id: former, change: { password: "kapok-lune-quatorze" } }));
});

test.each(["", " before the upgrade"])(
	"has nobody to wait for once the machine's owner disabled an approver%s, whose account stays guarded when it is a viewer's",
	async (before) => {
		const { id } = approver.member;
		await insertRows(database, "totp", { member_id: id, secret: "sealed", created_at: TEST_NOW });
		await withoutGuards(database, sql`update totp set confirmed_at = created_at where member_id = ${id}`);
		await disable(id);
		if (before) {
			await withoutGuards(database, sql`update member set rights_until = null`);
			const text = (await readMigrationFiles(DESK_MIGRATIONS)).find(({ name }) => name.startsWith("0038-"))?.text;
			await database.transaction().execute((trx) => sql.raw(text ?? "").execute(trx));
			expect(await findRow(database, "member", { id })).toMatchObject({ version: 2 });
		}
		expect((await raise()).effectiveAt).not.toBeNull();
		const enabled = await changeMember(admin, { id, change: { disabled: false, role: "viewer" } });
		expect(isChangeRequested(enabled)).toBe(false);
		askedFor((await resetSecondFactor(admin, { id })) ?? {});
		askedFor(await changeMember(admin, { id, change: { password: "kapok-lune-quatorze" } }));
	},
);
