import { beforeEach, describe, expect, test } from "vitest";
import { findNeeds } from "#server/overview/find-needs.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { decidePayment } from "#server/reconciliation/decide-payment.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { insertImport } from "#tests/support/rows/insert-import.ts";
import { BEGIN, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { approver, admin, viewer, maker, clock, reconcile, pay, line, words, read, database } = wallet;
const kinds = async () => (await read()).exceptions.map(({ kind }) => kind);

beforeEach(() => wallet.clear());

const importWithdrawal = () =>
	insertImport(wallet.system, admin.member, {
		...{ reference: "TX-PORTAL-7", checks: 1, transaction_type: "withdrawal", amount: "5000.00", currency: "XOF" },
		...{ created_at: new Date(BEGIN), processed_at: new Date(BEGIN + 2_000) },
		...{ last_checked_at: clock.now(), next_check_at: null },
	});

describe("the machine", () => {
	test("matches lines with payments, again and again with the same result, and only what is new is looked at", async () => {
		const payment = await pay();
		const id = await line();
		expect(await reconcile(HOUR)).toEqual({ touched: 1, changed: 1 });
		expect(await words()).toEqual({ [id]: `matched time ${payment}` });
		expect(await reconcile(HOUR)).toEqual({ touched: 0, changed: 0 });
	});

	test("calls a payment missing only once its window has passed, and takes it back when its line comes", async () => {
		await pay();
		await reconcile(10 * MINUTE);
		expect(await kinds()).toEqual([]);
		await reconcile(HOUR);
		expect(await kinds()).toEqual(["missing"]);
		await line({ at: BEGIN + 3_000 });
		await reconcile();
		expect(await kinds()).toEqual([]);
	});

	test("revises its own word when a row arrives late: the nearer line wins, the other is left", async () => {
		const payment = await pay();
		const far = await line({ at: BEGIN + 20 * MINUTE });
		await reconcile(HOUR);
		expect(await words()).toEqual({ [far]: `matched only ${payment}` });
		const near = await line({ at: BEGIN + 2_000 });
		await reconcile();
		expect(await words()).toEqual({ [near]: `matched time ${payment}`, [far]: "unexplained" });
	});

	test.each([3, 5])(
		"gives a payment that was paid %i days later the nearer line, although another held it",
		async (days) => {
			const payment = await pay({ kind: "deposit", state: "pending" });
			const paidAt = BEGIN + days * DAY;
			const far = await line({ type: "deposit", at: BEGIN + 6 * HOUR });
			await reconcile(7 * HOUR);
			await database
				.updateTable("payment")
				.set({ processed_at: new Date(paidAt) })
				.where("id", "=", payment)
				.execute();
			await wallet.move(payment, "succeeded");
			await reconcile(days * DAY);
			expect(await words()).toEqual({ [far]: `matched only ${payment}` });
			const near = await line({ type: "deposit", at: paidAt + 1_000 });
			await reconcile();
			expect(await words()).toEqual({ [near]: `matched time ${payment}`, [far]: "unexplained" });
			expect(await reconcile()).toEqual({ touched: 0, changed: 0 });
		},
	);

	test.each([
		["deposit", "deposit"],
		["payout", "withdrawal"],
	] as const)("matches the late line of a %s for which the service gives no time of processing", async (kind, type) => {
		const payment = await pay({ kind, state: "pending" });
		await reconcile(2 * DAY);
		await database.updateTable("payment").set({ final_at: clock.now() }).where("id", "=", payment).execute();
		await wallet.move(payment, "succeeded");
		const id = await line({ type, at: BEGIN + 2 * DAY - HOUR });
		await reconcile(HOUR);
		expect(await words()).toEqual({ [id]: `matched only ${payment}` });
	});

	test.each([-60, 60])("matches a line of a service whose clock is %i minutes from ours", async (minutes) => {
		const payment = await pay();
		const times = { service_sent_at: new Date(BEGIN + minutes * MINUTE), processed_at: null };
		await database.updateTable("payment").set(times).where("id", "=", payment).execute();
		const id = await line({ at: BEGIN + minutes * MINUTE + 2_000 });
		await reconcile(3 * HOUR);
		expect(await words()).toEqual({ [id]: `matched time ${payment}` });
		expect(await kinds()).toEqual([]);
	});

	test("leaves lines from before the first payment alone: they are before our books", async () => {
		await line({ at: BEGIN - DAY });
		await pay();
		await line();
		await reconcile(HOUR);
		expect(Object.keys(await words())).toHaveLength(1);
		expect(await kinds()).toEqual([]);
	});

	test("a line that only a payment of unknown outcome explains waits for that payment, and is no alarm; a second one is", async () => {
		const payment = await pay({ state: "needs_review" });
		const id = await line();
		await reconcile(HOUR);
		expect((await words())[id]).toBe("open");
		expect(await kinds()).toEqual([]);
		await line({ at: BEGIN + 2 * DAY });
		await reconcile(3 * DAY);
		expect((await read()).exceptions).toMatchObject([{ kind: "foreign", alarm: true }]);
		await wallet.move(payment, "succeeded");
		await reconcile();
		expect((await words())[id]).toBe(`matched time ${payment}`);
	});

	test("a transaction that somebody imported explains nothing that may be an open payment's, until that payment is settled", async () => {
		const payment = await pay({ state: "unknown" });
		const id = await line();
		clock.advance(HOUR);
		await importWithdrawal();
		await reconcile();
		expect((await words())[id]).toBe("open");
		await wallet.move(payment, "failed");
		await reconcile();
		expect((await words())[id]).toBe("matched time");
	});

	test("a transaction that somebody imported explains a line of its own", async () => {
		await pay({ at: BEGIN - HOUR, kind: "deposit" });
		const id = await line();
		await reconcile(HOUR);
		expect((await words())[id]).toBe("unexplained");
		await importWithdrawal();
		await reconcile();
		expect((await words())[id]).toBe("matched time");
		expect(await kinds()).toEqual(["missing"]);
	});
});

describe("an unexplained withdrawal", () => {
	test("is an alarm on Home, first of all, until a person has said what it is", async () => {
		await pay({ kind: "deposit" });
		await line({ type: "deposit" });
		const id = await line({ amount: "9900.00", at: BEGIN + HOUR });
		await reconcile(2 * HOUR);
		const [first] = await findNeeds(approver);
		expect(first).toMatchObject({ kind: "unexplained", count: 1, currency: "XOF", amount: "9900.00" });
		await decideLine(approver, { id, verdict: "portal", reference: "TX-PORTAL-9", reason: "Paid from the portal" });
		expect(await findNeeds(approver)).toEqual([]);
		expect(await kinds()).toEqual([]);
		await reconcile();
		expect(await kinds()).toEqual([]);
	});

	test("a deposit that nobody asked for is found, and is no alarm", async () => {
		await pay();
		await line();
		await line({ type: "deposit", amount: "700.00", at: BEGIN + HOUR });
		await reconcile(2 * HOUR);
		expect((await read()).exceptions).toMatchObject([{ kind: "foreign", alarm: false }]);
		expect(await findNeeds(viewer)).toEqual([]);
	});
});

test("what the machine could not tell is one line on Home, counted and without alarms, for those who may say what it is, until they have", async () => {
	const missing = await pay();
	await line({ type: "deposit", amount: "700.00", at: BEGIN + HOUR });
	await line({ amount: "9900.00", at: BEGIN + HOUR });
	await reconcile(2 * HOUR);
	const others = async () => (await findNeeds(approver)).filter(({ kind }) => kind !== "unexplained");
	const since = new Date(BEGIN + 2_000).toISOString();
	expect(await others()).toMatchObject([{ kind: "exceptions", count: 2, currency: "XOF", since }]);
	expect(await findNeeds(viewer)).toEqual([]);
	await decidePayment(approver, { id: missing, verdict: "support", reason: "Asked them" });
	expect(await others()).toMatchObject([{ kind: "exceptions", count: 1 }]);
});

describe("a person's decision", () => {
	async function twoLinesForOne() {
		const payment = await pay();
		const [one, two] = [await line(), await line({ occurrence: 2 })];
		await reconcile(HOUR);
		return { payment, one, two };
	}

	test("chooses among lines that cannot be told apart, is in the audit record, and is never overwritten by the machine", async () => {
		const { payment, one, two } = await twoLinesForOne();
		expect((await read()).exceptions).toMatchObject([{ kind: "doubled", alarm: true }]);
		await decideLine(approver, { id: two, verdict: "match", paymentId: payment, reason: "Told by the operator" });
		expect(await words()).toEqual({ [two]: `matched person ${payment}`, [one]: "unexplained" });
		expect((await read()).exceptions).toMatchObject([{ kind: "doubled", lines: [{ id: one }], like: [{ id: two }] }]);
		await decideLine(approver, { id: one, verdict: "other", reason: "A gift" });
		const entry = await newestEntry(database, { action: "reconciliation.explained" });
		expect(entry).toMatchObject({ member_id: approver.member.id, subject_id: "XOF" });
		expect(entry.details).toMatchObject({ verdict: "other", note: "A gift", line: one, amount: "5000.00" });
		await line({ at: BEGIN + 2_001 });
		await pay({ at: BEGIN });
		await reconcile();
		expect((await words())[two]).toBe(`matched person ${payment}`);
	});

	test("about one line leaves the matches of its neighbours as they are", async () => {
		const { payment, one, two } = await twoLinesForOne();
		const other = await pay({ at: BEGIN + 5 * MINUTE });
		const its = await line({ at: BEGIN + 5 * MINUTE + 2_000 });
		await decideLine(approver, { id: two, verdict: "match", paymentId: payment, reason: "Told by the operator" });
		const expected = { [two]: `matched person ${payment}`, [one]: "unexplained", [its]: `matched time ${other}` };
		expect(await words()).toEqual(expected);
	});

	test("is taken back by another decision; both stay in the books, and neither can be changed or deleted", async () => {
		const { payment, one, two } = await twoLinesForOne();
		await decideLine(approver, { id: one, verdict: "correction", reason: "Booked twice, says support" });
		expect((await words())[two]).toBe(`matched time ${payment}`);
		await decideLine(admin, { id: one, verdict: "reopen", reason: "Support was wrong" });
		expect(await kinds()).toEqual(["doubled"]);
		const kept = await database.selectFrom("reconciliation_decision").selectAll().orderBy("id").execute();
		expect(kept.map(({ verdict, member_id }) => [verdict, member_id])).toEqual([
			["correction", approver.member.id],
			["reopen", admin.member.id],
		]);
		await expect(wallet.pool.query("update reconciliation_decision set reason = 'y'")).rejects.toThrow("append-only");
		await expect(wallet.pool.query("delete from reconciliation_decision")).rejects.toThrow("append-only");
	});

	test("a line of another amount may be given to its payment", async () => {
		const payment = await pay();
		const id = await line({ amount: "6300.00" });
		await reconcile(HOUR);
		expect((await read()).exceptions).toMatchObject([{ kind: "wrong_amount", payments: [{ id: payment }] }]);
		await decideLine(approver, { id, verdict: "match", paymentId: payment, reason: "Wrongly keyed by the operator" });
		expect(await kinds()).toEqual([]);
	});

	test("a payment without a line leaves the queue when somebody waits or asks support, and comes back when taken back", async () => {
		const id = await pay();
		await reconcile(HOUR);
		await decidePayment(approver, { id, verdict: "support", reason: "Ticket 17" });
		expect(await kinds()).toEqual([]);
		expect((await read()).decided).toMatchObject([{ decision: { verdict: "support", reason: "Ticket 17" } }]);
		await decidePayment(approver, { id, verdict: "reopen", reason: "No answer" });
		expect(await kinds()).toEqual(["missing"]);
		// Once its line has come, nothing waits that could be taken back.
		await decidePayment(approver, { id, verdict: "wait", reason: "It comes tomorrow" });
		await line();
		await reconcile();
		expect((await read()).decided).toEqual([]);
	});

	test.each([
		["wait", 7],
		["support", 30],
	] as const)(
		"%s keeps a payment without a line out of the queue for %i days, then somebody must decide again",
		async (verdict, days) => {
			const id = await pay();
			await reconcile(HOUR);
			await decidePayment(approver, { id, verdict, reason: "It comes tomorrow" });
			await reconcile(days * DAY - HOUR);
			expect(await kinds()).toEqual([]);
			await reconcile(2 * HOUR);
			expect(await kinds()).toEqual(["missing"]);
			await decidePayment(approver, { id, verdict, reason: "They still look for it" });
			expect(await kinds()).toEqual([]);
		},
	);

	test("is for approvers and admins, once for each line, with a reason, and only for payments that it could be", async () => {
		const { payment, one, two } = await twoLinesForOne();
		const word = { id: one, verdict: "fee" as const, reason: "x" };
		await expect(decideLine(viewer, word)).rejects.toMatchObject({ code: "forbidden" });
		await expect(decideLine(maker, word)).rejects.toMatchObject({ code: "forbidden" });
		await expect(decideLine(approver, { ...word, reason: " " })).rejects.toMatchObject({ code: "invalid_input" });
		await expect(decideLine(approver, { ...word, id: "999999" })).rejects.toMatchObject({ code: "not_found" });
		const reopen = { id: one, verdict: "reopen" as const, reason: "x" };
		await expect(decideLine(approver, reopen)).rejects.toMatchObject({ code: "conflict" });
		const deposit = await pay({ kind: "deposit" });
		const match = { id: one, verdict: "match" as const, paymentId: deposit, reason: "x" };
		await expect(decideLine(approver, match)).rejects.toMatchObject({ code: "invalid_input" });
		await decideLine(approver, { ...match, paymentId: payment });
		await expect(decideLine(admin, word)).rejects.toMatchObject({ code: "conflict" });
		const refused = decideLine(admin, { ...match, id: two, paymentId: payment });
		await expect(refused).rejects.toMatchObject({ code: "conflict" });
	});
});
