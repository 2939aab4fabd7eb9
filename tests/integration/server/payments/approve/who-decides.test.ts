/** Three places ask who may approve: the count on Home and in the frame, the screen, and the verb. */
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { decisionRights } from "#components/payments/decision-rights.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { waitsForDecisionOf } from "#server/overview/waits-for-decision.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { judgeApprovals } from "#server/payments/approve/decide-payouts.ts";
import { requireDecider } from "#server/payments/approve/who-decides.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database } = desk;
const people: readonly Context[] = [
	...[desk.viewer, desk.maker, desk.approver, desk.admin],
	...[await desk.person("approver"), await desk.person("admin"), await desk.person("maker")],
];
beforeEach(() => setTiers(database, TIERS));

const who = fc.nat(people.length - 1);
// Mostly members who may decide, because the others are refused.
const decider = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(2, 3, 4) }, who);
const steps = fc.array(
	fc.oneof(
		fc.record({ does: fc.constant("approve" as const), who: decider }),
		fc.record({ does: fc.constant("correct" as const), who, amount: fc.integer({ min: 600_000, max: 900_000 }) }),
		fc.record({ does: fc.constant("back" as const) }),
	),
	{ maxLength: 6 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Plays the acts, refused or not. `back`: the last approver is disabled and enabled again, so their approval no longer counts. */
async function live(lived: readonly Step[], id: string): Promise<void> {
	let last = desk.approver;
	for (const step of lived) {
		if (step.does === "back") {
			await comeBack(last);
			continue;
		}
		const by = people[step.who] as Context;
		const { version } = await readPayment(desk.viewer, { kind: "payout", id });
		if (step.does === "approve") last = by;
		const tried =
			step.does === "approve"
				? decidePayout(by, { id, version, decision: "approve" })
				: correctPayout(by, { id, version, amount: String(step.amount) });
		await tried.catch(() => undefined);
	}
}

async function comeBack({ member }: Context): Promise<void> {
	for (const disabled_at of [new Date(), null])
		await asOwner(database, (trx) => updateRows(trx, "member", { id: member.id }, { disabled_at }));
}

async function isCounted(id: string, { member }: Context): Promise<boolean> {
	const row = await database
		.selectFrom("payment")
		.select(waitsForDecisionOf(member.id).as("waits"))
		.where("id", "=", id)
		.executeTakeFirstOrThrow();
	return row.waits;
}

async function isTaken(payment: Payment, by: Context): Promise<boolean> {
	const row = await desk.row(payment.id);
	if (row.state !== "awaiting_approval" || !may(by.member.role, "payout.decide")) return false;
	try {
		requireDecider(by.member, row, "approve");
		const judged = await database.transaction().execute((trx) => judgeApprovals(by, trx, [row], new Map()));
		return judged.refused.size === 0;
	} catch {
		return false;
	}
}

test("whatever became of a payout before, who is counted as asked to approve it, who is offered to and who is let are the same people", async () => {
	await fc.assert(
		fc.asyncProperty(who, steps, async (maker, lived) => {
			const asker = people[maker] as Context;
			const by = may(asker.member.role, "payout.request") ? asker : desk.maker;
			const { id } = await requestPayout(by, newPayout({ amount: "600000" }), desk.key());
			await live(lived, id);
			const payment = await readPayment(desk.viewer, { kind: "payout", id });
			for (const one of people) {
				const counted = may(one.member.role, "payout.decide") && (await isCounted(id, one));
				const offered = decisionRights(payment, one.member).approve;
				expect([one.member.role, offered, counted]).toEqual([one.member.role, counted, await isTaken(payment, one)]);
			}
		}),
		{ numRuns: 40 },
	);
});
