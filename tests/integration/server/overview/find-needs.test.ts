import { expect, test } from "vitest";
import { overviewSchema } from "#lib/contracts/overview.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { Actor } from "#server/context.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { ServiceError } from "#server/errors.ts";
import { UnreadableLine } from "#server/momo/wire.ts";
import { readDeskStatus } from "#server/overview/read-desk-status.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor, fixedClock, systemContext, TEST_NOW } from "#tests/support/contexts.ts";
import { deposit, openOverview } from "#tests/support/desk/overview-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { database, viewer, desk } = await openOverview();
const [maker, approver, admin] = await Promise.all([
	addMember(database, "maker"),
	addMember(database, "approver"),
	addMember(database, "admin"),
]);

test("a settlement that waits for a second person is shown to who may be that person, and as waiting for others to the one who has answered", async () => {
	const { context } = await desk([]);
	const [one, two] = [await addMember(database, "approver"), await addMember(database, "approver")];
	await addPayment({ kind: "payout", state: "unknown", hoursAgo: 1 });
	const id = `payment-${payments}`;
	const kinds = async (member: Actor, list: "needs" | "waiting" = "needs") =>
		(await readOverview(contextFor(context, member)))[list]
			.filter(({ payment }) => payment?.id === id)
			.map(({ kind }) => kind);
	expect(await kinds(two)).toEqual(["unknown"]);
	const word = { payment_id: id, payment_version: 1, outcome: "paid" as const, amount: "1000.00", reason: "x" };
	const say = (member: Actor) =>
		insertRows(database, "resolution", { ...word, member_id: member.id, evidence: "{}", at: TEST_NOW });
	await say(one);
	expect(await kinds(two)).toEqual(["settlement"]);
	// A member who has answered waits for another, like members who may not answer.
	expect([await kinds(one), await kinds(one, "waiting")]).toEqual([[], ["settlement"]]);
	expect([await kinds(viewer), await kinds(viewer, "waiting")]).toEqual([[], ["unknown"]]);
	await say(two);
	expect(await kinds(await addMember(database, "approver"))).toEqual(["unknown"]);
	await database.deleteFrom("resolution").execute();
	await database.deleteFrom("payment").where("id", "=", id).execute();
});

let payments = 0;
async function addPayment(facts: {
	kind: PaymentKind;
	state: PaymentState;
	hoursAgo: number;
	amount?: string;
	currency?: string;
	by?: Actor;
	environment?: string;
}) {
	const { kind, state, hoursAgo, amount = "100.00", currency = "XOF", by = maker, environment = "any" } = facts;
	payments += 1;
	const at = new Date(TEST_NOW.getTime() - hoursAgo * 3_600_000);
	const id = `payment-${payments}`;
	return insertPayment(systemContext({ database }), by, {
		...{ id, kind, state, amount, currency, environment, created_at: at },
		sent_at: state === "awaiting_approval" ? null : at,
	});
}

test("payouts and deposits of unknown outcome are counted apart, since each are on a page of their own", async () => {
	const { context } = await desk([]);
	const payout = await addPayment({ kind: "payout", state: "unknown", hoursAgo: 3 });
	await addPayment({ kind: "payout", state: "unknown", hoursAgo: 2 });
	const paidIn = await addPayment({ kind: "deposit", state: "unknown", hoursAgo: 4 });
	const { needs } = overviewSchema.parse(await readOverview(contextFor(context, approver)));
	const doubtful = needs.filter(({ kind }) => kind === "unknown");
	expect(doubtful.map(({ count, amount, payment }) => [count, amount, payment?.id])).toEqual([
		[2, "200.00", payout],
		[1, "100.00", paidIn],
	]);
	await database.deleteFrom("payment").execute();
});

test("what needs a person is named by its kind, most pressing first, with its oldest payment", async () => {
	const { system } = await desk([]);
	const oldestUnknown = await addPayment({ kind: "payout", state: "unknown", hoursAgo: 3 });
	await addPayment({ kind: "payout", state: "unknown", hoursAgo: 1, amount: "50.50" });
	const review = await addPayment({ kind: "deposit", state: "needs_review", hoursAgo: 2, currency: "XAF" });
	await addPayment({ kind: "deposit", state: "needs_review", hoursAgo: 1 });
	const waiting = await addPayment({ kind: "payout", state: "awaiting_approval", hoursAgo: 1 });
	const own = await addPayment({ kind: "payout", state: "awaiting_approval", hoursAgo: 9, by: admin });
	const { environment } = system.config;
	// Nobody can ask about payments of another account.
	await addPayment({ kind: "payout", state: "pending", hoursAgo: 99 });
	await addPayment({ kind: "deposit", state: "pending", hoursAgo: 99 });
	const stuck = await addPayment({ kind: "payout", state: "pending", hoursAgo: 2.01, environment });
	await addPayment({ kind: "payout", state: "pending", hoursAgo: 1.99, environment });
	const stuckDeposit = await addPayment({ kind: "deposit", state: "pending", hoursAgo: 24.01, environment });
	await addPayment({ kind: "deposit", state: "pending", hoursAgo: 23.99, environment });
	await addPayment({ kind: "payout", state: "succeeded", hoursAgo: 99 });
	const needsOf = async (member: Actor, list: "needs" | "waiting" = "needs") => {
		const overview = overviewSchema.parse(await readOverview(contextFor({ ...system, clock: fixedClock() }, member)));
		return overview[list].map(({ kind, count, currency, amount, payment }) => [
			kind,
			count,
			currency,
			amount,
			payment?.id,
		]);
	};
	const settled = [
		["unknown", 2, "XOF", "150.50", oldestUnknown],
		["needs_review", 2, null, null, review],
	];
	const stuckOnes = [
		["stuck_payout", 1, "XOF", "100.00", stuck],
		["stuck_deposit", 1, "XOF", "100.00", stuckDeposit],
	];
	// A member who may not settle can only ask the service again about open payments.
	expect(await needsOf(viewer)).toEqual(stuckOnes);
	expect(await needsOf(maker)).toEqual(stuckOnes);
	expect(await needsOf(approver)).toEqual([...settled, ["approval", 2, "XOF", "200.00", own], ...stuckOnes]);
	// Others' tasks are listed apart, and a member's own requests have a list of their own.
	expect(await needsOf(viewer, "waiting")).toEqual([...settled, ["approval", 2, "XOF", "200.00", own]]);
	expect(await needsOf(maker, "waiting")).toEqual([...settled, ["approval", 1, "XOF", "100.00", own]]);
	expect(await needsOf(approver, "waiting")).toEqual([]);
	await keepSetting(database, SENDING_STOPPED, {});
	expect(await needsOf(admin)).toEqual([
		["sending_stopped", 1, null, null, undefined],
		...settled,
		["approval", 1, "XOF", "100.00", waiting],
		...stuckOnes,
	]);
	expect(await needsOf(approver)).toHaveLength(5);
	const broken = { at: TEST_NOW.toISOString(), entries: 7, fault: "cut_off", entry: "9" };
	await keepSetting(database, "audit_check", broken);
	expect((await needsOf(approver))[0]).toEqual(["record_broken", 1, null, null, undefined]);
	expect(await needsOf(viewer)).toHaveLength(2);
});

const ofTheList = ["list_incomplete", "list_cut", "list_stale"];

test("never does Home say that nothing needs anybody while a list of movements is incomplete, whatever makes it so", async () => {
	const line = deposit("2026-03-10T07:00:00Z", "30.00");
	const { context, service, system, clock } = await desk([line, deposit("2026-03-10T08:00:00Z", "5.00")]);
	const told = async () => {
		const { needs, wallets } = overviewSchema.parse(await readOverview(context));
		const ours = needs.filter(({ kind }) => ofTheList.includes(kind));
		return {
			needs: ours.map(({ payment: _, amount: __, isAtLeast: ___, ...need }) => need),
			incomplete: wallets[0]?.incomplete,
		};
	};
	const lists = async (lines: typeof service.lines) => {
		service.lines = lines;
		clock.advance(60_000);
		await syncMovements(system, { currency: "XOF" });
		return told();
	};
	expect(await told()).toEqual({ needs: [], incomplete: false });
	const level = clock.now().toISOString();

	const malformed = new UnreadableLine({ field: "amount", fault: "unreadable", excerpt: "{}", createdAt: null });
	expect(await lists([line, deposit("2026-03-10T08:00:00Z", "5.00"), malformed])).toEqual({
		needs: [{ kind: "list_incomplete", count: 1, currency: "XOF", since: null }],
		incomplete: true,
	});
	expect(await lists([deposit("2026-03-10T08:00:00Z", "5.00")])).toEqual({
		needs: [{ kind: "list_cut", count: 1, currency: "XOF", since: null }],
		incomplete: true,
	});
	expect(await lists([line, deposit("2026-03-10T08:00:00Z", "5.00")])).toEqual({ needs: [], incomplete: false });
	const whole = clock.now().toISOString();
	expect(whole > level).toBe(true);
	expect(await lists([new ServiceError("unknown", "status:503", { status: 503 })])).toEqual({
		needs: [{ kind: "list_stale", count: 1, currency: "XOF", since: whole }],
		incomplete: true,
	});
	expect(await lists([line, deposit("2026-03-10T08:00:00Z", "5.00")])).toEqual({ needs: [], incomplete: false });
});

test("who has approved a payout, corrected it or asked for it is not told that it waits for their approval, at Home and in the frame", async () => {
	const { system } = await desk([]);
	const [first, second] = [await addMember(database, "approver"), await addMember(database, "admin")];
	const counts = async (member: Actor) => {
		const context = contextFor(system, member);
		const { needs } = await readOverview(context);
		const { approvalsWaiting } = await readDeskStatus(context);
		return [needs.find(({ kind }) => kind === "approval")?.count ?? 0, approvalsWaiting];
	};
	await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "awaiting_approval").execute();
	const id = await addPayment({ kind: "payout", state: "awaiting_approval", hoursAgo: 1 });
	await addPayment({ kind: "payout", state: "awaiting_approval", hoursAgo: 1 });
	expect([await counts(first), await counts(second)]).toEqual([
		[2, 2],
		[2, 2],
	]);
	const word = { payment_id: id, payment_version: 1, verdict: "approve" as const, facts: "x", at: TEST_NOW };
	await insertRows(database, "decision", { ...word, member_id: first.id });
	expect([await counts(first), await counts(second)]).toEqual([
		[1, 1],
		[2, 2],
	]);
	const event = { payment_id: id, at: TEST_NOW, state: "awaiting_approval" as const, version: 2 };
	await insertRows(database, "payment_event", {
		...event,
		event: "corrected",
		by_kind: "member",
		member_id: second.id,
	});
	await database.updateTable("decision").set({ voided_at: TEST_NOW }).where("payment_id", "=", id).execute();
	expect([await counts(first), await counts(second)]).toEqual([
		[2, 2],
		[1, 1],
	]);
	await database.deleteFrom("payment_event").where("payment_id", "=", id).execute();
	await database.updateTable("payment").set({ state: "cancelled" }).where("state", "=", "awaiting_approval").execute();
});
