import { expect, test } from "vitest";
import type { Need } from "#lib/contracts/overview.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { countOwnChanges, findOwnRequests } from "#server/overview/find-own-requests.ts";
import { findWaiting } from "#server/overview/find-waiting.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const statesOf = async (context: typeof desk.maker) =>
	(await findOwnRequests(context)).map(({ id, state }) => [id, state]);

test("a maker sees what became of their own payouts of a week: what waits first, then what was turned down", async () => {
	const refused = await desk.requested();
	await decidePayout(desk.approver, { id: refused.id, decision: "reject", version: refused.version, reason: "twice" });
	const gone = await desk.requested();
	await decidePayout(desk.maker, { id: gone.id, decision: "cancel", version: gone.version });
	const approved = await desk.approved();
	desk.clock.advance(1_000);
	const waiting = await desk.requested();
	expect(await statesOf(desk.maker)).toEqual([
		[waiting.id, "awaiting_approval"],
		[approved.id, "approved"],
		[refused.id, "rejected"],
	]);
	// A rejected payout is shown however many wait, because only its maker can correct it.
	for (let more = 0; more < 6; more += 1) await desk.requested();
	expect((await statesOf(desk.maker)).map(([, state]) => state)).toEqual([
		...Array(5).fill("awaiting_approval"),
		"rejected",
	]);
	expect(await statesOf(await desk.person("maker"))).toEqual([]);
	expect(await statesOf(desk.viewer)).toEqual([]);
	desk.clock.advance(8 * 86_400_000);
	expect(await statesOf(desk.maker)).toEqual([]);
});

test("a change waits for others at whoever asked for it, and needs the other admins", async () => {
	const { admin, database } = desk;
	const other = await desk.person("admin");
	await insertRows(database, "change_request", {
		...{ id: "01M8CHANGE0000000000000000", kind: "final_failure", subject: "expired", asked_by: admin.member.id },
		...{ before: JSON.stringify({ listed: false }), after: JSON.stringify({ listed: true }) },
	});
	const countOf = async (needs: Promise<Need[]>) =>
		(await needs).filter(({ kind }) => kind === "change_request").map(({ count }) => count);
	const shown = async (context: typeof admin) => [
		await countOwnChanges(context),
		await countOf(findNeeds(context)),
		await countOf(findWaiting(context)),
	];
	expect(await shown(admin)).toEqual([1, [], []]);
	expect(await shown(other)).toEqual([0, [1], []]);
	// An approver may stop only a change that takes effect by itself.
	expect(await shown(desk.approver)).toEqual([0, [], [1]]);
});
