import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { ChangeKind } from "#lib/contracts/change-request.ts";
import type { RuleAmounts } from "#lib/contracts/payout-rule.ts";
import { loosens } from "#lib/loosening.ts";
import { toDecimal } from "#lib/money.ts";
import { ROLES } from "#lib/roles.ts";
import type { Actor } from "#server/context.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addMember } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

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
		await trx.updateTable("member").set({ disabled_at: new Date() }).execute();
		await trx.deleteFrom("payout_rule").execute();
		await trx.deleteFrom("setting").execute();
		await trx.insertInto("payout_rule").values(RULE).execute();
	});
	await database.updateTable("change_request").set({ state: "withdrawn" }).where("state", "=", "waiting").execute();
	one = await addMember(database, "admin");
	other = await addMember(database, "admin");
});

let requests = 0;
async function ask(by: Actor, after: object = WIDER, kind: ChangeKind = "payout_rule"): Promise<string> {
	requests += 1;
	const id = `request-${requests}`;
	const facts = { before: JSON.stringify(AMOUNTS), after: JSON.stringify(after) };
	await database
		.insertInto("change_request")
		.values({ id, kind, subject: "XOF", ...facts, asked_by: by.id })
		.execute();
	return id;
}
const confirm = (trx: DatabaseTransaction, id: string, by: Actor | null) =>
	trx
		.updateTable("change_request")
		.set({ state: "confirmed", decided_by: by?.id ?? null })
		.where("id", "=", id)
		.execute();
const widen = (trx: DatabaseTransaction, to = "99.00") =>
	trx.updateTable("payout_rule").set({ no_approver_up_to: to }).execute();
/** A verb gone wrong: it writes what it likes. */
const wrong = (work: (trx: DatabaseTransaction) => Promise<unknown>) => database.transaction().execute(work);

describe("whatever a verb does, the database lets nobody loosen alone", () => {
	test.each<[string, (trx: DatabaseTransaction) => Promise<unknown>]>([
		["a rule that is raised", (trx) => widen(trx)],
		["a rule that is taken away", (trx) => trx.deleteFrom("payout_rule").execute()],
		[
			"a first rule that lets amounts go alone",
			(trx) =>
				trx
					.insertInto("payout_rule")
					.values({ ...RULE, currency: "XAF" })
					.execute(),
		],
		[
			"a word of final failure",
			(trx) =>
				trx
					.insertInto("setting")
					.values(setting("final_failures", { statuses: ["lost"] }))
					.execute(),
		],
		[
			"a longer expiry",
			(trx) =>
				trx
					.insertInto("setting")
					.values(setting("payment_expiry", { payoutMinutes: 1441, depositMinutes: 60 }))
					.execute(),
		],
		["an approver", (trx) => trx.insertInto("member").values(person("approver")).execute()],
		["a maker", (trx) => trx.insertInto("member").values(person("maker")).execute()],
		[
			"a right",
			(trx) => trx.updateTable("member").set({ disabled_at: null }).where("disabled_at", "is not", null).execute(),
		],
		[
			"a password",
			(trx) => trx.updateTable("member").set({ password_hash: "known" }).where("id", "=", other.id).execute(),
		],
	])("%s", async (_what, work) => {
		await expect(wrong(work)).rejects.toThrow("what loosens needs a second admin");
	});

	test("a doubt that is taken away, but one about a wallet", async () => {
		const keep = (kind: string) =>
			database
				.insertInto("setting")
				.values(setting("database_doubt", { kind, id: "doubt-1" }))
				.execute();
		const take = () => wrong((trx) => trx.deleteFrom("setting").where("name", "=", "database_doubt").execute());
		await keep("restored_backup");
		await expect(take()).rejects.toThrow("what loosens needs a second admin");
		await asOwner(database, (trx) => trx.deleteFrom("setting").execute());
		await keep("wallet_unproved");
		await expect(take()).resolves.toBeDefined();
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
		await asOwner(database, (trx) =>
			trx.updateTable("member").set({ disabled_at: new Date() }).where("id", "=", other.id).execute(),
		);
		await expect(as(other)).rejects.toThrow("another admin confirms a change");
		await expect(ask(other)).rejects.toThrow("an admin asks for a change");
	});

	test("stands as it was asked for, keeps the database's own time, and is never taken away", async () => {
		const id = await ask(one);
		const set = (values: object) =>
			wrong((trx) => trx.updateTable("change_request").set(values).where("id", "=", id).execute());
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

const amount = fc.bigInt({ min: 1n, max: 8n }).map((units) => toDecimal(units * 100n));
const limit = fc.option(amount);
const rule = fc
	.record({
		perPayment: limit,
		perPersonDay: limit,
		perDestinationDay: limit,
		noApproverUpTo: fc.oneof(fc.constant("0.00"), amount),
		oneApproverUpTo: limit,
	})
	.map((amounts): RuleAmounts => amounts);

describe("the database judges as lib/loosening.ts does", () => {
	test("of rules", async () => {
		const pairs = fc.sample(fc.tuple(rule, rule), 400);
		const row = ({ perPayment, perPersonDay, perDestinationDay, noApproverUpTo, oneApproverUpTo }: RuleAmounts) =>
			sql`to_jsonb(row('XOF', 1, ${perPayment}::numeric, ${perPersonDay}::numeric, ${perDestinationDay}::numeric, ${noApproverUpTo}::numeric,
				${oneApproverUpTo}::numeric, now(), null)::payout_rule)`;
		for (const [before, after] of pairs) {
			const { rows } = await sql<{ loosens: boolean; amounts: RuleAmounts }>`
				select payout_rule_loosens(${row(before)}, ${row(after)}) as loosens, payout_rule_amounts(${row(after)}) as amounts`.execute(
				database,
			);
			const told = JSON.stringify([before, after]);
			expect(rows[0]?.loosens ?? null, told).toBe(loosens("payout_rule", before, after));
			for (const field of Object.keys(after) as (keyof RuleAmounts)[])
				expect(Number(rows[0]?.amounts[field]), told).toBe(Number(after[field]));
		}
	});

	test("of people", async () => {
		const standings = ROLES.flatMap((role) => [false, true].map((disabled) => ({ role, disabled })));
		for (const before of standings)
			for (const after of standings) {
				const rank = (of: typeof before) =>
					sql`member_rank(${of.role}, ${of.disabled ? new Date() : null}::timestamptz)`;
				const { rows } = await sql<{ more: boolean }>`select ${rank(after)} > ${rank(before)} as more`.execute(
					database,
				);
				const judged = loosens("member_changed", { ...before, password: false }, { ...after, password: false });
				expect(rows[0]?.more, JSON.stringify([before, after])).toBe(judged);
			}
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
