import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LineDecision } from "#lib/contracts/reconciliation-decision.ts";
import type { Context } from "#server/context.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { keepFeeRule } from "#server/reconciliation/keep-fee-rule.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { insertImport } from "#tests/support/rows/insert-import.ts";
import { BEGIN, CURRENCY, HOUR, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { approver, admin, maker, clock, database, read, reconcile } = wallet;

beforeAll(() => setTiers(database, TIERS));
beforeEach(() => wallet.clear());

/** A line of the amount that nobody here asked for. */
async function alarm(amount: string, type = "withdrawal"): Promise<string> {
	await wallet.pay({ kind: "deposit" });
	await wallet.line({ type: "deposit" });
	const id = await wallet.line({ type, amount });
	await reconcile(HOUR);
	return id;
}
const alarms = async () => (await findNeeds(approver)).filter(({ kind }) => kind === "unexplained").length;
const say = (who: Context, id: string, verdict: "fee" | "portal" | "support", reason = "The rent") =>
	decideLine(who, { id, verdict, reason } satisfies LineDecision & { id: string });
const shown = async () => (await read()).exceptions.flatMap(({ lines }) => lines)[0]?.first;

test("up to the amount that one person approves, one person explains money that left", async () => {
	const id = await alarm("500000.00");
	await say(approver, id, "portal");
	expect(await alarms()).toBe(0);
});

test("a type that an admin gave the sign of money that left is an alarm, and takes two people above the amount, as an unknown one does", async () => {
	const keep = (effect: "in" | "out") =>
		keepFeeRule(admin, {
			currency: CURRENCY,
			rule: { deposit: "beside", withdrawal: "beside", types: [{ type: "transfer", effect }] },
		});
	const id = await alarm("500000.01", "transfer");
	expect(await alarms()).toBe(0);
	await keep("out");
	await reconcile();
	expect(await alarms()).toBe(1);
	await say(approver, id, "portal");
	expect(await alarms()).toBe(1);
	// One admin must not explain it alone by another sign that is kept for a minute.
	await keep("in");
	await reconcile();
	expect(await alarms()).toBe(0);
	await expect(say(approver, id, "portal")).rejects.toMatchObject({ code: "second_person_needed" });
	await keep("out");
	await reconcile();
	expect(await alarms()).toBe(1);
	await say(admin, id, "portal");
	expect(await alarms()).toBe(0);
});

test("above it the first explanation is shown with its author and closes nothing; another person's same one counts", async () => {
	const id = await alarm("500000.01");
	await decideLine(approver, { id, verdict: "portal", reference: "TX-PORTAL-1", reason: "The rent" });
	await reconcile();
	expect(await alarms()).toBe(1);
	expect((await read()).decided).toEqual([]);
	const { id: memberId, name } = approver.member;
	expect(await shown()).toEqual({
		...{ verdict: "portal", paymentId: null, reference: "TX-PORTAL-1", reason: "The rent" },
		...{ by: { id: memberId, name }, at: clock.now().toISOString() },
	});
	const seen = { id, verdict: "portal", reference: "TX-PORTAL-1", reason: "Seen in the portal" } as const;
	await decideLine(admin, seen);
	expect(await alarms()).toBe(0);
	const [decided] = (await read()).decided;
	expect(decided?.decision).toMatchObject({ by: admin.member.name, reference: "TX-PORTAL-1" });
});

test("another reference is another explanation: it is a new first one, which the other person confirms", async () => {
	const id = await alarm("600000.00");
	const portal = (who: Context, reference: string) =>
		decideLine(who, { id, verdict: "portal", reference, reason: "The rent" });
	await portal(approver, "TX-A");
	await portal(admin, "TX-B");
	expect(await alarms()).toBe(1);
	expect(await shown()).toMatchObject({ reference: "TX-B", by: { id: admin.member.id } });
	await say(approver, id, "portal");
	expect(await alarms()).toBe(1);
	await portal(admin, "TX-B");
	await portal(approver, "TX-B");
	expect(await alarms()).toBe(0);
});

test("a word that is taken back is the one that was shown, and not one that was given since", async () => {
	const id = await alarm("600000.00");
	await say(approver, id, "portal");
	const first = (await shown())?.at;
	clock.advance(HOUR);
	await say(admin, id, "portal");
	const stale = decideLine(approver, { id, verdict: "reopen", decidedAt: first, reason: "A mistake" });
	await expect(stale).rejects.toMatchObject({ code: "conflict" });
	expect(await alarms()).toBe(0);
	const decidedAt = (await read()).decided[0]?.decision.at;
	await decideLine(approver, { id, verdict: "reopen", decidedAt, reason: "A mistake" });
	expect(await alarms()).toBe(1);
});

test("the same person never counts twice, whose word does not count yet never once, another explanation is a new first one, and a withdrawn one none", async () => {
	const id = await alarm("600000.00");
	await say(approver, id, "portal");
	await expect(say(approver, id, "portal")).rejects.toMatchObject({ code: "second_person_needed" });
	await expect(say(approver, id, "fee")).rejects.toMatchObject({ code: "second_person_needed" });
	const fresh = contextFor(wallet.system, await addMember(database, "approver"));
	await wallet.pool.query("update member set decides_from = now() + interval '1 hour' where id = $1", [
		fresh.member.id,
	]);
	await expect(say(fresh, id, "portal")).rejects.toMatchObject({ code: "too_new_to_decide" });
	expect(await alarms()).toBe(1);
	await say(admin, id, "fee");
	expect(await shown()).toMatchObject({ verdict: "fee", by: { id: admin.member.id } });
	await decideLine(admin, { id, verdict: "reopen", reason: "A mistake" });
	expect(await shown()).toBeNull();
	await say(approver, id, "fee");
	expect(await alarms()).toBe(1);
});

test("that the support was asked takes one person and no proof, closes nothing, and is no first explanation", async () => {
	const id = await alarm("600000.00");
	const spend = vi.fn(async () => undefined);
	await say({ ...approver, presence: { ...approver.presence, spend } }, id, "support", "Ticket 17");
	expect(spend).not.toHaveBeenCalled();
	expect(await shown()).toBeNull();
	expect(await alarms()).toBe(1);
	await say(admin, id, "support", "Ticket 17");
	expect(await alarms()).toBe(1);
	await say(approver, id, "portal");
	expect(await shown()).toMatchObject({ verdict: "portal" });
	expect(await alarms()).toBe(1);
	await say(admin, id, "portal");
	expect(await alarms()).toBe(0);
});

test("the first of two does not count once its author may no longer approve", async () => {
	const id = await alarm("600000.00");
	const gone = contextFor(wallet.system, await addMember(database, "approver"));
	await say(gone, id, "portal");
	await wallet.pool.query("update member set disabled_at = now() where id = $1", [gone.member.id]);
	expect(await shown()).toBeNull();
	await say(admin, id, "portal");
	expect(await alarms()).toBe(1);
	await say(approver, id, "portal");
	expect(await alarms()).toBe(0);
});

test("a payment is no way around it: its line above the amount is given by two people too", async () => {
	const id = await alarm("600000.00");
	const payment = await wallet.pay({ amount: "600100.00" });
	await decideLine(approver, { id, verdict: "match", paymentId: payment, reason: "Wrongly keyed" });
	expect((await wallet.words())[id]).toBe("unexplained");
	await decideLine(admin, { id, verdict: "match", paymentId: payment, reason: "Wrongly keyed" });
	expect((await wallet.words())[id]).toBe(`matched person ${payment}`);
});

test("an imported transaction is no way around it: it is proposed, and two people explain the line", async () => {
	const imported = (reference: string, amount: string) =>
		insertImport(wallet.system, maker.member, {
			...{ reference, checks: 1, transaction_type: "withdrawal", amount, currency: "XOF" },
			...{ created_at: new Date(BEGIN), processed_at: new Date(BEGIN + 2_000) },
			...{ last_checked_at: clock.now(), next_check_at: null },
		});
	const id = await alarm("600000.00");
	await imported("TX-PORTAL-1", "600000.00");
	await imported("TX-PORTAL-2", "500000.00");
	const small = await wallet.line({ amount: "500000.00" });
	await reconcile();
	expect(await wallet.words()).toMatchObject({ [id]: "unexplained", [small]: "matched time" });
	expect(await alarms()).toBe(1);
	const { exceptions } = await read();
	expect(exceptions.flatMap(({ lines }) => lines).map(({ imported }) => imported)).toEqual(["TX-PORTAL-1"]);
	for (const who of [approver, admin])
		await decideLine(who, { id, verdict: "portal", reference: "TX-PORTAL-1", reason: "The rent" });
	expect(await alarms()).toBe(0);
});

test("each of the two gives a fresh proof of exactly this explanation of this line; a small line asks for none", async () => {
	const spend = vi.fn(async () => undefined);
	const id = await alarm("600000.00");
	const proving = { ...approver, presence: { ...approver.presence, spend } };
	await say(proving, id, "portal");
	const line = { id, verdict: "portal" };
	expect(spend).toHaveBeenCalledExactlyOnceWith(expect.anything(), { purpose: "settle", line }, [
		expect.stringMatching(/^[0-9a-f]{64}$/),
	]);
	await wallet.clear();
	await say(proving, await alarm("1000.00"), "portal");
	expect(spend).toHaveBeenCalledOnce();
});

test("the database itself counts: a program that says it counts is not believed", async () => {
	const id = await alarm("600000.00");
	const { environment } = wallet;
	const row = {
		environment,
		currency: "XOF",
		movement_id: id,
		verdict: "portal" as const,
		reason: "x",
		at: clock.now(),
	};
	const insert = () =>
		database
			.insertInto("reconciliation_decision")
			.values({ ...row, member_id: approver.member.id, awaits_second: false })
			.returning("awaits_second")
			.executeTakeFirstOrThrow();
	expect(await insert()).toEqual({ awaits_second: true });
	expect(await insert()).toEqual({ awaits_second: true });
});
