import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { RuleAmounts } from "#lib/contracts/payout-rule.ts";
import type { Actor } from "#server/context.ts";
import { readChangeDigest } from "#server/guarded-changes/read-change-requests.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addMember } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { leaveSpentProof } from "#tests/support/desk/leave-spent-proof.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { disableEverybody } from "#tests/support/desk/second-admin.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const { database } = await createTestDatabase();
const RULE = { currency: "XOF", per_person_day: "1000.00", no_approver_up_to: "10.00", changed_at: new Date(0) };
const AMOUNTS: RuleAmounts = {
	perPayment: null,
	perPersonDay: "1000.00",
	perDestinationDay: null,
	noApproverUpTo: "10.00",
	oneApproverUpTo: null,
};
const WIDER: RuleAmounts = { ...AMOUNTS, noApproverUpTo: "99.00" };

let one: Actor;
let other: Actor;
beforeEach(async () => {
	await asOwner(database, async (trx) => {
		await trx.deleteFrom("payout_rule").execute();
		await trx.deleteFrom("setting").execute();
		await trx.insertInto("payout_rule").values(RULE).execute();
	});
	await disableEverybody(database);
	one = await addMember(database, "admin");
	other = await addMember(database, "admin");
});

let requests = 0;
async function ask(by: Actor, after: object = WIDER, kind: ChangeKind = "payout_rule"): Promise<string> {
	requests += 1;
	const id = `request-${requests}`;
	const facts = { before: JSON.stringify(AMOUNTS), after: JSON.stringify(after) };
	await insertRows(database, "change_request", { id, kind, subject: "XOF", ...facts, asked_by: by.id });
	return id;
}
async function confirm(trx: DatabaseTransaction, id: string, by: Actor | null): Promise<void> {
	if (by) await leaveSpentProof(trx, { memberId: by.id, digest: await readChangeDigest(trx, id) });
	await updateRows(trx, "change_request", { id }, { state: "confirmed", decided_by: by?.id ?? null });
}
const widen = (trx: DatabaseTransaction, to = "99.00") =>
	trx.updateTable("payout_rule").set({ no_approver_up_to: to }).execute();
/** A faulty verb, which writes without checks. */
const wrong = (work: (trx: DatabaseTransaction) => Promise<unknown>) => database.transaction().execute(work);

describe("whatever a verb does, the database lets nobody loosen alone", () => {
	test.each<[string, ChangeKind, (trx: DatabaseTransaction) => Promise<unknown>]>([
		["a rule that is raised", "payout_rule", (trx) => widen(trx)],
		["a rule that is taken away", "payout_rule", (trx) => trx.deleteFrom("payout_rule").execute()],
		[
			"a first rule that lets amounts go alone",
			"payout_rule",
			(trx) => insertRows(trx, "payout_rule", { ...RULE, currency: "XAF" }),
		],
		[
			"a word of final failure",
			"final_failure",
			(trx) => insertRows(trx, "setting", setting("final_failures", { statuses: ["lost"] })),
		],
		[
			"a longer expiry",
			"payment_expiry",
			(trx) => insertRows(trx, "setting", setting("payment_expiry", { payoutMinutes: 1441, depositMinutes: 60 })),
		],
		[
			"a wallet that is said to be shared",
			"wallet_shared",
			(trx) => insertRows(trx, "setting", setting("shared_wallets", { currencies: ["XOF"] })),
		],
		["an approver", "member_added", (trx) => trx.insertInto("member").values(person("approver")).execute()],
		["a maker", "member_added", (trx) => trx.insertInto("member").values(person("maker")).execute()],
		[
			"a right",
			"member_changed",
			(trx) => trx.updateTable("member").set({ disabled_at: null }).where("disabled_at", "is not", null).execute(),
		],
		[
			"a password",
			"member_changed",
			(trx) => trx.updateTable("member").set({ password_hash: "known" }).where("id", "=", other.id).execute(),
		],
	])("%s (%s)", async (_what, kind, write) => {
		await needsSecondAdmin(database, kind, write);
	});

	test("a mismatch that is taken away", async () => {
		await insertRows(database, "setting", setting("database_mismatch", { kind: "restored_backup", id: "mismatch-1" }));
		await needsSecondAdmin(database, "database_mismatch", (trx) =>
			trx.deleteFrom("setting").where("name", "=", "database_mismatch").execute(),
		);
		await asOwner(database, (trx) => trx.deleteFrom("setting").execute());
	});

	test("what tightens needs nobody", async () => {
		await wrong((trx) => widen(trx, "1.00"));
		await wrong((trx) => trx.updateTable("payout_rule").set({ per_payment: "5.00" }).execute());
		const shorter = setting("payment_expiry", { payoutMinutes: 5, depositMinutes: 5 });
		await wrong((trx) => trx.insertInto("setting").values(shorter).execute());
		await wrong((trx) => trx.updateTable("member").set({ role: "viewer" }).where("id", "=", other.id).execute());
		await wrong((trx) => trx.insertInto("member").values(person("viewer")).execute());
	});
});

describe("a confirmed request", () => {
	test("allows its own change, once, in its own transaction", async () => {
		const id = await ask(one);
		await expect(wrong((trx) => confirm(trx, id, other))).rejects.toThrow("takes effect in the same commit");
		const both = async (trx: DatabaseTransaction, to?: string) => {
			await confirm(trx, id, other);
			await widen(trx, to);
		};
		await expect(wrong((trx) => both(trx, "99.01"))).rejects.toThrow("what loosens needs a second admin");
		await wrong((trx) => both(trx));
		await wrong((trx) => widen(trx, "10.00"));
		await expect(wrong((trx) => widen(trx))).rejects.toThrow("what loosens needs a second admin");
	});

	test("is confirmed by another admin alone, who is one, and whose own password it is", async () => {
		const id = await ask(one);
		const as = (who: Actor | null) =>
			wrong(async (trx) => {
				await confirm(trx, id, who);
				await widen(trx);
			});
		await expect(as(one)).rejects.toThrow("another admin confirms a change");
		await expect(as(null)).rejects.toThrow("another admin confirms a change");
		await expect(as(await addMember(database, "approver"))).rejects.toThrow("another admin confirms a change");
		await asOwner(database, (trx) => updateRows(trx, "member", { id: other.id }, { disabled_at: new Date() }));
		await expect(as(other)).rejects.toThrow("another admin confirms a change");
		await expect(ask(other)).rejects.toThrow("an admin asks for a change");
	});

	test("stands as it was asked for, keeps the database's own time, and is never taken away", async () => {
		const id = await ask(one);
		const set = (values: object) => wrong((trx) => updateRows(trx, "change_request", { id }, values));
		await expect(set({ after: "{}", state: "withdrawn" })).rejects.toThrow("stands as it was asked for");
		await expect(set({ effective_at: new Date(0) })).rejects.toThrow("stands as it was asked for");
		await expect(wrong((trx) => trx.deleteFrom("change_request").execute())).rejects.toThrow("is kept");
		await set({ state: "refused" });
		await expect(set({ state: "waiting" })).rejects.toThrow("final");
		await expect(wrong((trx) => confirm(trx, id, other))).rejects.toThrow("final");
		const mine = {
			before: "{}",
			after: "{}",
			asked_by: one.id,
			effective_at: new Date(0),
			expires_at: new Date("2090-01-01"),
		};
		const { rows } = await sql<{ hours: number; alone: boolean }>`
			insert into change_request (id, kind, subject, before, after, asked_by, effective_at, expires_at)
			values ('request-own-time', 'payout_rule', 'XOF', ${mine.before}, ${mine.after}, ${mine.asked_by}, ${mine.effective_at}, ${mine.expires_at})
			returning extract(epoch from expires_at - now())::integer / 3600 as hours, effective_at is not null as alone`.execute(
			database,
		);
		expect(rows).toEqual([{ hours: 24, alone: false }]);
	});
});

function setting(name: string, value: object) {
	return { name, value: JSON.stringify(value), changed_at: new Date(0) };
}

function person(role: "viewer" | "maker" | "approver") {
	requests += 1;
	const name = `wrong ${requests}`;
	return {
		id: name,
		email: `wrong-${requests}@test.example`,
		name,
		role,
		password_hash: "known",
		created_at: new Date(0),
	};
}
