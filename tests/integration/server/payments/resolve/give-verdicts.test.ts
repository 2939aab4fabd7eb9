import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Context } from "#server/context.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { giveVerdicts } from "#server/payments/resolve/give-verdicts.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { resolvable, say, shownEvidence } from "#tests/support/desk/resolution.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

const desk = await openPaymentDesk();
const { approver, admin } = desk;

async function several(count: number): Promise<[Payment, ...Payment[]]> {
	const payments: [Payment, ...Payment[]] = [await resolvable(desk)];
	while (payments.length < count) payments.push(await resolvable(desk));
	return payments;
}

/** Not paid, on the evidence of the first payout. */
const verdict = async (payments: readonly [Payment, ...Payment[]]) => ({
	...{ outcome: "not_paid" as const, reason: "The service's support confirms the list" },
	evidence: await shownEvidence(approver, payments[0]),
	total: toDecimal(payments.reduce((sum, { amount }) => sum + minorOf(amount), 0n)),
	payouts: payments.map(({ id, version, amount }) => ({ id, version, amount })),
});

test("unknown payouts with the same evidence are settled as a list by two people", async () => {
	const payments = await several(3);
	expect((await giveVerdicts(approver, await verdict(payments))).done).toHaveLength(3);
	expect(await Promise.all(payments.map(({ id }) => desk.state(id)))).toEqual(["unknown", "unknown", "unknown"]);
	const twice = await giveVerdicts(approver, await verdict(payments));
	expect(twice.failed.map(({ code }) => code)).toEqual(Array(3).fill("second_person_needed"));
	expect((await giveVerdicts(admin, await verdict(payments))).done).toHaveLength(3);
	for (const payment of payments)
		expect(await desk.read(payment)).toMatchObject({
			state: "settled_not_paid",
			nextCheckAt: null,
			history: expect.arrayContaining([expect.objectContaining({ event: "settled_not_paid" })]),
		});
});

test("what may have left in lost time is settled as a list, too", async () => {
	const until = new Date(Date.now() - 16 * 60_000);
	const ids: string[] = [];
	for (const number of ["+2250701020391", "+2250701020392"])
		ids.push(
			await insertPayment(desk.system, desk.maker.member, {
				...{ state: "may_have_left", sent_at: null, phone_number: number, may_have_left_until: until },
			}),
		);
	const payments = await Promise.all(ids.map((id) => readPayment(approver, { kind: "payout", id })));
	for (const person of [approver, admin])
		expect((await giveVerdicts(person, await verdict(payments as [Payment]))).done).toEqual(ids);
	expect(await Promise.all(ids.map(desk.state))).toEqual(["settled_not_paid", "settled_not_paid"]);
});

test("one whose evidence differs, that is disputed or too early is named and stays", async () => {
	const [one, two, other, disputed] = (await several(4)) as [Payment, Payment, Payment, Payment];
	await say(admin, disputed, "paid");
	await say(await desk.person("approver"), disputed, "not_paid");
	await desk.database.updateTable("payment").set({ amount: "45001" }).where("id", "=", other.id).execute();
	// The permit has the time of the database's clock.
	await insertLine(desk.system, { amount: "45001.00", created_at: new Date() });
	const changed = await desk.read(other);
	const early = await desk.sent({ answer: (respond) => respond.reset() });
	const answer = await giveVerdicts(approver, await verdict([one, two, changed, disputed, early]));
	expect(answer.done).toEqual([one.id, two.id]);
	expect(new Map(answer.failed.map(({ id, code }) => [id, code]))).toEqual(
		new Map([
			[other.id, "evidence_differs"],
			[disputed.id, "settlement_disputed"],
			[early.id, "settlement_too_early"],
		]),
	);
});

test("nothing is settled by a total that is not the sum", async () => {
	const asked = await verdict(await several(2));
	await expect(giveVerdicts(approver, { ...asked, total: "1.00" })).rejects.toMatchObject({
		code: "invalid_input",
		fields: { total: "amount_differs" },
	});
});

test("a list is settled with as many writing statements for six as for two", async () => {
	const writing = async (count: number) => {
		const asked = await verdict(await several(count));
		let written = 0;
		const database = new Kysely<Tables>({
			dialect: new PostgresDialect({ pool: desk.pool }),
			log: ({ query }) => {
				if (/^(insert|update|delete)/.test(query.sql)) written += 1;
			},
		});
		for (const person of [approver, admin])
			expect((await giveVerdicts({ ...person, database }, asked)).done).toHaveLength(count);
		return written;
	};
	const few = await writing(2);
	expect(await writing(6)).toBe(few);
});

test("a list takes one proof, bound to each of its payouts", async () => {
	const payments = await several(3);
	const proofs: unknown[] = [];
	const presence: Context["presence"] = {
		...approver.presence,
		spend: async (_trx, need) => void proofs.push("subjects" in need && need.subjects.map(({ id }) => id)),
	};
	await giveVerdicts({ ...approver, presence }, await verdict(payments));
	expect(proofs).toEqual([payments.map(({ id }) => id)]);
});
