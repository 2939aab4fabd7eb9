import { Kysely, PostgresDialect } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { decidePayouts } from "#server/payments/approve/decide-payouts.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

const desk = await openPaymentDesk();
const { approver, admin, maker, database } = desk;
let asked: string[] = [];
const counted = new Kysely<Tables>({
	dialect: new PostgresDialect({ pool: desk.pool }),
	log: ({ query }) => void asked.push(query.sql),
});

beforeEach(async () => {
	asked = [];
	await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "approved").execute();
	await setTiers(database, null);
});

const seen = (payments: readonly Payment[]) => payments.map(({ id, version }) => ({ id, version }));
const several = (count: number) => Promise.all(Array.from({ length: count }, () => desk.requested()));
const codes = (failed: readonly { id: string; code: string }[]) => new Map(failed.map(({ id, code }) => [id, code]));

describe("payouts approved as a list", () => {
	test("are approved each by its own facts, and what cannot be approved is named and stays", async () => {
		const [one, two, changed, ended, edited] = (await several(5)) as [Payment, Payment, Payment, Payment, Payment];
		const own = await requestPayout(admin, newPayout(), desk.key());
		await correctPayout(maker, { id: changed.id, version: changed.version, amount: "46000" });
		await decidePayout(maker, { id: ended.id, version: ended.version, decision: "cancel" });
		const { version } = await correctPayout(admin, { id: edited.id, version: edited.version, amount: "47000" });
		const payouts = [
			...seen([one, two, changed, ended, own]),
			{ id: edited.id, version },
			{ id: "nobody", version: 1 },
		];
		const answer = await decidePayouts(admin, { decision: "approve", payouts });
		expect(answer.done).toEqual([one.id, two.id]);
		expect(codes(answer.failed)).toEqual(
			new Map([
				[changed.id, "stale_version"],
				[ended.id, "stale_version"],
				[own.id, "own_approval"],
				["nobody", "not_found"],
				[edited.id, "own_approval"],
			]),
		);
		for (const { id } of [one, two]) {
			const row = await desk.row(id);
			expect(row).toMatchObject({ state: "approved", approver_id: admin.member.id, approved_facts: factsDigest(row) });
			expect((await desk.read(one)).history.at(-1)).toMatchObject({ event: "approved" });
		}
		expect(await desk.state(changed.id)).toBe("awaiting_approval");
	});

	test("that need two approvals are approved by two lists", async () => {
		await setTiers(database, TIERS);
		const large = [await desk.requested({ amount: "900000" }), await desk.requested({ amount: "900001" })];
		expect((await decidePayouts(approver, { decision: "approve", payouts: seen(large) })).done).toHaveLength(2);
		const again = await Promise.all(large.map(desk.read));
		expect(again.map(({ state }) => state)).toEqual(["awaiting_approval", "awaiting_approval"]);
		const twice = await decidePayouts(approver, { decision: "approve", payouts: seen(again) });
		expect(twice.failed.map(({ code }) => code)).toEqual(["already_approved", "already_approved"]);
		expect((await decidePayouts(admin, { decision: "approve", payouts: seen(again) })).done).toHaveLength(2);
		expect(await Promise.all(large.map(({ id }) => desk.state(id)))).toEqual(["approved", "approved"]);
	});

	test("leave out one that was paid meanwhile: its duplicate is looked at alone", async () => {
		const [payment] = (await several(1)) as [Payment];
		const twin = { amount: payment.amount, phone_number: payment.destination ?? "", created_at: desk.clock.now() };
		await insertPayment(desk.system, admin.member, { ...twin, state: "succeeded" });
		const answer = await decidePayouts(approver, { decision: "approve", payouts: seen([payment]) });
		expect(answer).toEqual({ done: [], failed: [{ id: payment.id, code: "duplicate_suspected" }] });
	});

	test.each(["approve", "reject", "cancel"] as const)(
		"are written with as many statements for forty as for four (%s)",
		async (decision) => {
			const person = decision === "cancel" ? maker : approver;
			const decide = async (count: number) => {
				const payouts = seen(await several(count));
				asked = [];
				const list = { decision, payouts, reason: "Looked at together" };
				expect((await decidePayouts({ ...person, database: counted }, list)).done).toHaveLength(count);
				return asked.filter((text) => /^(insert|update|delete)/.test(text)).length;
			};
			const few = await decide(4);
			expect(await decide(40)).toBe(few);
		},
	);

	test("wake the oldest of each wallet: one job for one lane", async () => {
		const payouts = seen(await several(6));
		await desk.pool.query("delete from graphile_worker._private_jobs");
		await decidePayouts(approver, { decision: "approve", payouts });
		expect(await desk.jobs("send_payment")).toHaveLength(1);
	});

	test("are named once each, and five hundred at the most", async () => {
		const [one] = seen(await several(1)) as [{ id: string; version: number }];
		for (const payouts of [[one, one], Array.from({ length: 501 }, (_, at) => ({ id: `p${at}`, version: 1 })), []])
			await expect(decidePayouts(approver, { decision: "approve", payouts })).rejects.toMatchObject({
				code: "invalid_input",
			});
	});
});

test("payouts cancelled as a list end with one reason, and those of others stay", async () => {
	const mine = [...(await several(2)), await desk.approved()];
	const other = await requestPayout(admin, newPayout(), desk.key());
	const answer = await decidePayouts(maker, {
		decision: "cancel",
		reason: "Supplier is paid in cash",
		payouts: seen([...mine, other]),
	});
	expect(answer).toEqual({ done: mine.map(({ id }) => id), failed: [{ id: other.id, code: "forbidden" }] });
	for (const payment of mine)
		expect((await desk.read(payment)).history.at(-1)).toMatchObject({
			event: "cancelled",
			note: "Supplier is paid in cash",
		});
});

test("payouts are rejected as a list by who may approve, never by who asked", async () => {
	const payments = await several(3);
	const reject = { decision: "reject", reason: "Wrong month", payouts: seen(payments) } as const;
	await expect(decidePayouts(maker, reject)).rejects.toMatchObject({ code: "forbidden" });
	expect((await decidePayouts(approver, reject)).done).toHaveLength(3);
	const said = await database
		.selectFrom("decision")
		.select("verdict")
		.where(
			"payment_id",
			"in",
			payments.map(({ id }) => id),
		)
		.execute();
	expect(said).toEqual([{ verdict: "reject" }, { verdict: "reject" }, { verdict: "reject" }]);
});
