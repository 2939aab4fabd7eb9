import { expect, test } from "vitest";
import { insightsQuerySchema, insightsSchema } from "#lib/contracts/insights.ts";
import { minorOf } from "#lib/money.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { readInsights } from "#server/insights/read-insights.ts";
import { readWeek } from "#server/insights/read-week.ts";
import { keepFeeRule } from "#server/reconciliation/keep-fee-rule.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { fixedClock } from "#tests/support/contexts.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { keepLevel } from "#tests/support/rows/keep-level.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { system, maker, viewer, admin, clock, pool } = desk;
const DAY = 86_400_000;
const today = clock.now().toISOString().slice(0, 10);
const dayBefore = (days: number) => new Date(clock.now().getTime() - days * DAY);
const dayText = (days: number) => dayBefore(days).toISOString().slice(0, 10);

interface Left {
	daysAgo: number;
	state: PaymentState;
	operator?: string;
	seconds?: number;
	reason?: string;
	status?: string;
}

async function left({ daysAgo, state, operator = "mtn-ci", seconds = 10, reason, status }: Left) {
	const sent_at = dayBefore(daysAgo);
	return insertPayment(system, maker.member, {
		...{ state, operator, operator_name: operator, created_at: sent_at, sent_at },
		final_at: state === "unknown" ? null : new Date(sent_at.getTime() + seconds * 1_000),
		...(reason === undefined ? {} : { failure_reason: reason }),
		...(status === undefined ? {} : { service_status: status }),
	});
}

await insertReading(system, { balance: "500000.00" });
for (const [place, seconds] of [10, 20, 30].entries()) await left({ daysAgo: 2 + place, state: "succeeded", seconds });
await left({ daysAgo: 3, state: "failed", reason: "not_approved", seconds: 40 });
await left({ daysAgo: 3, state: "refused", operator: "wave-ci" });
await left({ daysAgo: 5, state: "failed", operator: "wave-ci", seconds: 30, status: "expired" });
const doubtful = await left({ daysAgo: 1, state: "succeeded", operator: "wave-ci", seconds: 50 });
await left({ daysAgo: 1, state: "unknown", operator: "wave-ci" });
await left({ daysAgo: 1, state: "not_sent", operator: "wave-ci", reason: "not_sent_stopped" });
await left({ daysAgo: 1, state: "needs_review", operator: "wave-ci" });
await left({ daysAgo: 9, state: "failed" });
await pool.query(
	"insert into payment_event (payment_id, version, state, at, event, by_kind) values ($1, 1, 'unknown', now(), 'answer_unclear', 'cauri')",
	[doubtful],
);
await insertLine(system, { type: "deposit", amount: "9000.00", fee: "90.00", created_at: dayBefore(1) });
const week = { currency: "XOF", from: dayText(6), to: today };

test("payments that left are counted by operator, by hour, by time to their end and by reason; the period before is beside it", async () => {
	const insights = insightsSchema.parse(await readInsights(viewer, week));
	expect(insights.byOperator).toEqual([
		{ operator: "mtn-ci", name: "MTN MoMo (CI)", paid: 3, unpaid: 1, before: { paid: 0, unpaid: 1 } },
		{ operator: "wave-ci", name: "Wave (CI)", paid: 1, unpaid: 2, before: { paid: 0, unpaid: 0 } },
	]);
	const hour = clock.now().getUTCHours();
	expect(insights.byHour).toHaveLength(24);
	expect(insights.byHour[hour]).toEqual({ hour, paid: 4, unpaid: 3 });
	expect(insights.times).toEqual([{ kind: "payout", count: 6, median: 30, most: 47.5 }]);
	expect(insights.failures).toEqual([
		{ reason: "expired", cause: null, state: "failed", count: 1 },
		{ reason: "not_approved", cause: null, state: "failed", count: 1 },
		{ reason: "not_sent_stopped", cause: null, state: "not_sent", count: 1 },
		{ reason: null, cause: null, state: "refused", count: 1 },
	]);
	expect(insights.unknown).toEqual([
		{ state: "succeeded", count: 1 },
		{ state: "unknown", count: 1 },
	]);
	expect(insights.before).toMatchObject({ from: dayText(13), to: dayText(7) });
});

test("Home counts the week as Insights counts its days; its money is the money of the statement of the same days", async () => {
	const { byOperator } = await readInsights(viewer, week);
	expect((await readWeek(viewer)).find(({ currency }) => currency === "XOF")).toEqual({ ...week, byOperator });
	const [{ books }, statement] = [await readInsights(viewer, week), await readStatement(viewer, week)];
	expect(statement).toMatchObject(books);
});

test("a period is compared with the one that the arrow beside it shows, also a week that begins a month", async () => {
	const before = async (from: string, to: string, now: string) => {
		const then = { ...viewer, clock: fixedClock(new Date(`${now}T12:00:00Z`)) };
		const { before: days } = await readInsights(then, { currency: "XOF", from, to });
		return [days.from, days.to];
	};
	expect(await before("2026-03-01", "2026-03-31", "2026-04-03")).toEqual(["2026-02-01", "2026-02-28"]);
	expect(await before("2026-03-01", "2026-03-24", "2026-03-24")).toEqual(["2026-02-01", "2026-02-28"]);
	expect(await before("2026-03-01", "2026-03-07", "2026-03-07")).toEqual(["2026-02-22", "2026-02-28"]);
	expect(await before("2026-03-01", "2026-03-01", "2026-03-01")).toEqual(["2026-02-28", "2026-02-28"]);
	expect(await before("2026-01-01", "2026-03-31", "2026-04-03")).toEqual(["2025-10-01", "2025-12-31"]);
});

test("the next seven days count what waits already", async () => {
	await desk.requested({ amount: "600000" });
	const { next } = await readInsights(viewer, week);
	expect(next?.waiting).toEqual({ count: 1, amount: "600000.00" });
	const empty = await readInsights(viewer, { ...week, currency: "XAF" });
	expect(empty).toMatchObject({ byOperator: [], times: [], failures: [], unknown: [], next: null });
});

test("the next seven days take expected fees of what waits, and fees by the rule that an admin kept", async () => {
	await keepLevel(system);
	const created_at = dayBefore(7);
	const movement_id = await insertLine(system, { amount: "1000.00", fee: "70.00", created_at });
	const payment_id = await insertPayment(system, maker.member, {
		...{ state: "succeeded", amount: "1000.00", created_at, sent_at: created_at },
	});
	await insertRows(system.database, "reconciliation_line", {
		...{ environment: system.config.environment, currency: "XOF", movement_id, payment_id },
		...{ status: "matched", how: "time", changed_at: created_at },
	});
	const read = async () => {
		const { next } = await readInsights(viewer, week);
		const [left = "", first] = [next?.balance ?? "", next?.days[6]];
		return { out: first?.out, taken: minorOf(left) - minorOf(next?.days[5]?.balance ?? "") };
	};
	await desk.requested({ amount: "1000" });
	const beside = await read();
	await keepFeeRule(admin, { currency: "XOF", rule: { deposit: "beside", withdrawal: "inside", types: [] } });
	const inside = await read();
	expect([beside.out, inside.out]).toEqual(["1070.00", "1000.00"]);
	expect(beside.taken - inside.taken).toBe(7_000n);
});

test("an unknown wallet and days in the wrong order are refused", async () => {
	await expect(readInsights(viewer, { ...week, currency: "USD" })).rejects.toMatchObject({ code: "wallet_unknown" });
	expect(insightsQuerySchema.safeParse({ ...week, from: today, to: dayText(1) }).success).toBe(false);
});
