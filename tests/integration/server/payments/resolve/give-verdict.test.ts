import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { withdrawVerdict } from "#server/payments/resolve/withdraw-verdict.ts";
import { recordOutcome } from "#server/payments/send/record-outcome.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { lostPayment, resolvable, say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { approver, admin, database, pool } = desk;
/** A permit that a dead worker took long ago. */
const LOST_PERMIT = { worker_id: "gone", permitted_at: new Date(0), send_deadline: new Date(0) };
const third = await desk.person("approver");

const words = async ({ kind, id }: Payment) => (await readEvidence(desk.viewer, { kind, id })).verdicts;

/** A payment with its first verdict. */
async function proposed(outcome: "paid" | "not_paid" = "paid"): Promise<Payment> {
	const payment = await resolvable(desk);
	return say(approver, payment, outcome);
}

describe.each(["payout", "deposit"] as const)("a %s whose answer was lost", (kind) => {
	test.each(["paid", "not_paid"] as const)(
		"is settled as %s by the same word of two people, in one commit",
		async (outcome) => {
			const payment = await resolvable(desk, kind);
			const first = await say(approver, payment, outcome);
			expect(first).toMatchObject({ state: "unknown", version: payment.version });
			expect(await words(payment)).toMatchObject([{ member: { id: approver.member.id }, outcome }]);

			const second = await say(admin, payment, outcome, { reason: "Recipient confirms by phone" });
			expect(second).toMatchObject({ state: `settled_${outcome}`, version: payment.version + 1, nextCheckAt: null });
			expect(second.history.slice(-2)).toMatchObject([
				{
					event: `said_${outcome}`,
					state: "unknown",
					by: { name: approver.member.name },
					note: "Seen on the statement",
				},
				{ event: `settled_${outcome}`, by: { name: admin.member.name }, note: "Recipient confirms by phone" },
			]);
			expect((await words(payment)).map(({ member }) => member.id)).toEqual([approver.member.id, admin.member.id]);
			const [said, settled] = (await auditEntries(database, { subject_id: payment.id })).slice(-2);
			expect(said).toMatchObject({ action: `payment.said_${outcome}`, member_id: approver.member.id });
			expect(settled).toMatchObject({
				...{ action: `payment.settled_${outcome}`, member_id: admin.member.id },
				details: { first: approver.member.name },
			});
			expect(settled?.details.evidence).toMatch(/^[0-9a-f]{64}$/);
		},
	);
});

test("a contradiction is settled in the same way", async () => {
	const payment = await lostPayment(desk, "payout");
	await database.updateTable("payment").set({ state: "needs_review" }).where("id", "=", payment.id).execute();
	await shiftDeadline(pool, payment.id, 15);
	await say(approver, payment, "not_paid");
	expect(await say(admin, payment, "not_paid")).toMatchObject({ state: "settled_not_paid" });
});

describe("two different people", () => {
	test("the same person's second word is refused, whichever it is", async () => {
		const payment = await proposed();
		for (const outcome of ["paid", "not_paid"] as const)
			await expect(say(approver, payment, outcome)).rejects.toMatchObject({ code: "second_person_needed" });
		expect(await desk.state(payment.id)).toBe("unknown");
	});

	test("the maker may say one of the two words when the role allows it, and the other is then somebody else's", async () => {
		const { id } = await resolvable(desk);
		await database.updateTable("payment").set({ maker_id: admin.member.id }).where("id", "=", id).execute();
		const payment = await desk.read({ id, kind: "payout" } as Payment);
		await say(admin, payment, "paid");
		await expect(say(admin, payment, "paid")).rejects.toMatchObject({ code: "second_person_needed" });
		expect(await say(third, payment, "paid")).toMatchObject({ state: "settled_paid" });
	});

	test("two at the same instant settle it once", async () => {
		const payment = await resolvable(desk);
		await Promise.all([say(approver, payment, "paid"), say(admin, payment, "paid")]);
		expect(await desk.row(payment.id)).toMatchObject({ state: "settled_paid", version: payment.version + 1 });
	});

	test("nobody has a word without a reason", async () => {
		const payment = await resolvable(desk);
		for (const reason of ["", "  ", "x".repeat(281)])
			await expect(say(approver, payment, "paid", { reason })).rejects.toMatchObject({ code: "invalid_input" });
	});
});

describe("the database itself", () => {
	const settle = (payment: Payment, state: "settled_paid" | "settled_not_paid", version = payment.version + 1) =>
		updateRows(database, "payment", { id: payment.id }, { state, version });
	const insertWord = async (
		payment: Payment,
		memberId: string,
		changes: { outcome?: "not_paid"; amount?: string } = {},
	) =>
		insertRows(database, "resolution", {
			...{ payment_id: payment.id, payment_version: payment.version, member_id: memberId, outcome: "paid" },
			...{ amount: payment.amount, reason: "x", evidence: "{}", at: new Date(), ...changes },
		});

	test("takes no second standing word of the same person", async () => {
		const payment = await proposed();
		await expect(insertWord(payment, approver.member.id)).rejects.toThrow("resolution_one_per_member");
	});

	test("settles nothing by no word, one word, one person twice, two different words, or words of another version", async () => {
		const payment = await resolvable(desk);
		const refused = "two different people settle a payment";
		await expect(settle(payment, "settled_paid")).rejects.toThrow(refused);
		await insertWord(payment, approver.member.id);
		await expect(settle(payment, "settled_paid")).rejects.toThrow(refused);
		await insertWord({ ...payment, version: payment.version + 1 }, approver.member.id);
		await expect(settle(payment, "settled_paid")).rejects.toThrow(refused);
		await insertWord(payment, admin.member.id, { outcome: "not_paid" });
		await expect(settle(payment, "settled_paid")).rejects.toThrow(refused);
		await expect(settle(payment, "settled_not_paid")).rejects.toThrow(refused);
		await insertWord(payment, third.member.id);
		await expect(settle(payment, "settled_paid")).rejects.toThrow(refused);
		expect(await desk.state(payment.id)).toBe("unknown");
	});

	test("settles nothing by words on another amount, nor by a word that was withdrawn", async () => {
		const payment = await resolvable(desk);
		await insertWord(payment, approver.member.id);
		await insertWord(payment, admin.member.id, { amount: "1.00" });
		await expect(settle(payment, "settled_paid")).rejects.toThrow("two different people");
		await sql`update resolution set withdrawn_at = now() where payment_id = ${payment.id} and amount = 1`.execute(
			database,
		);
		await expect(settle(payment, "settled_paid")).rejects.toThrow("two different people");
		await insertWord(payment, admin.member.id);
		await settle(payment, "settled_paid");
		expect(await desk.state(payment.id)).toBe("settled_paid");
	});

	test("lets no payment be born settled, and no settled one become anything else", async () => {
		const payment = await proposed();
		await say(admin, payment, "paid");
		for (const state of ["unknown", "succeeded", "settled_not_paid"] as const) {
			const change = database.updateTable("payment").set({ state }).where("id", "=", payment.id).execute();
			await expect(change).rejects.toThrow("a settled payment is final");
		}
		const row = {
			...(await desk.row(payment.id)),
			id: "born-settled",
			idempotency_key: desk.key(),
			metadata: null,
			duplicate_of: null,
		};
		await expect(database.insertInto("payment").values(row).execute()).rejects.toThrow("two different people");
	});
});

describe("the waiting time", () => {
	test.each([
		[14, true],
		[15, false],
	])("%i minutes after the deadline: too early is %s", async (minutes, early) => {
		const payment = await lostPayment(desk, "payout");
		await shiftDeadline(pool, payment.id, minutes);
		const word = say(approver, payment, "paid");
		if (!early) return expect(await word).toMatchObject({ state: "unknown" });
		await expect(word).rejects.toMatchObject({ code: "settlement_too_early" });
		const { retryAfterSeconds } = await word.catch((error) => error);
		expect(retryAfterSeconds).toBeGreaterThan(50);
		expect(retryAfterSeconds).toBeLessThanOrEqual(60);
		expect(await words(payment)).toEqual([]);
	});

	test("a desk whose clock is an hour ahead settles no sooner", async () => {
		const payment = await lostPayment(desk, "payout");
		const ahead = { ...approver, clock: { now: () => new Date(Date.now() + 3_600_000) } };
		await expect(say(ahead, payment, "paid")).rejects.toMatchObject({ code: "settlement_too_early" });
	});

	test("a deposit whose payer may still pay waits for the payer's window too, however its answer was lost", async () => {
		// Wave's payers have half an hour.
		const windowEnd = ({ sentAt }: Payment) => new Date(Date.parse(sentAt ?? "") + 30 * 60_000).toISOString();
		const broken = await lostPayment(desk, "deposit");
		const silent = await desk.deposit();
		const { id } = silent;
		await insertRows(database, "attempt", { ...LOST_PERMIT, id: `attempt-${id}`, payment_id: id });
		await updateRows(database, "payment", { id }, { state: "sending", sent_at: desk.clock.now() });
		expect(await recoverAttempts(desk.system)).toBe(1);
		for (const payment of [broken, await desk.read(silent)]) {
			expect(payment.payerDeadline).toBe(windowEnd(payment));
			// The sender's clock was months behind the database's.
			await pool.query(
				"update attempt set permitted_at = now() - interval '29 minutes', send_deadline = now() - interval '26 minutes' where payment_id = $1",
				[payment.id],
			);
			await expect(say(approver, payment, "not_paid")).rejects.toMatchObject({ code: "settlement_too_early" });
		}
	});
});

test.each(["45001", "450", "45000.01", "4500000", "-45000", "45 000", "4.5e4", "0"])(
	"typing %j is not the amount",
	async (amount) => {
		const payment = await resolvable(desk);
		await expect(say(approver, payment, "paid", { amount })).rejects.toMatchObject({
			code: "invalid_input",
			fields: { amount: "amount_differs" },
		});
		expect(await words(payment)).toEqual([]);
	},
);

test("what is settled stays settled, also when the lost answer is found afterwards", async () => {
	const payment = await proposed("not_paid");
	await say(admin, payment, "not_paid");
	const attempt = await database
		.updateTable("attempt")
		.set({ answered_at: null })
		.where("payment_id", "=", payment.id)
		.returningAll()
		.executeTakeFirstOrThrow();
	const outcome = {
		...{ state: "succeeded" as const, httpStatus: 201, excerpt: null },
		content: { event: "succeeded" as const, details: { reference: "TX-LATE-1", status: "success" } },
		...{ reference: "TX-LATE-1", hintReference: null, serviceStatus: "success", opaqueId: null, paymentUrl: null },
		...{ saidAmount: null, saidCurrency: null, createdAt: payment.sentAt, serviceSentAt: null },
		...{ qrCode: null, processedAt: null, answeredAt: new Date().toISOString() },
	};
	const permit = { attemptId: attempt.id, paymentId: payment.id, workerId: "w" };
	expect(await recordOutcome(desk.system, permit, outcome)).toBe("recorded");
	const after = await desk.read(payment);
	expect(after).toMatchObject({ state: "settled_not_paid", reference: null });
	expect(after.history.at(-1)).toMatchObject({
		event: "late_answer",
		note: null,
		details: { outcome: "succeeded", reference: "TX-LATE-1", status: "success", cause: null, words: null },
	});
	await expect(say(third, after, "paid")).rejects.toMatchObject({ code: "stale_version" });
	await expect(withdrawVerdict(approver, after)).rejects.toMatchObject({ code: "stale_version" });
});

test("disagreement shows both words and settles nothing, a third person must wait, until one withdraws and says the other word", async () => {
	const payment = await proposed("paid");
	const after = await say(admin, payment, "not_paid");
	expect(after).toMatchObject({ state: "unknown", version: payment.version });
	expect(await words(payment)).toMatchObject([{ outcome: "paid" }, { outcome: "not_paid" }]);
	await expect(say(third, payment, "paid")).rejects.toMatchObject({ code: "settlement_disputed" });
	await withdrawVerdict(approver, payment);
	expect(await words(payment)).toMatchObject([{ member: { id: admin.member.id } }]);
	expect(await say(approver, payment, "not_paid")).toMatchObject({ state: "settled_not_paid" });
});

describe("a word", () => {
	test("is withdrawn by its author alone, and then counts no more", async () => {
		const payment = await proposed();
		await expect(withdrawVerdict(admin, payment)).rejects.toMatchObject({ code: "not_found" });
		const after = await withdrawVerdict(approver, payment);
		expect(after.history.at(-1)).toMatchObject({ event: "verdict_withdrawn", by: { name: approver.member.name } });
		expect(await words(payment)).toEqual([]);
		expect(await say(admin, payment, "paid")).toMatchObject({ state: "unknown" });
	});

	test("is void after any change of the payment", async () => {
		const payment = await proposed();
		await updateRows(database, "payment", { id: payment.id }, { version: payment.version + 1 });
		expect(await words(payment)).toEqual([]);
		await expect(say(admin, payment, "paid")).rejects.toMatchObject({ code: "stale_version" });
		expect(await say(admin, { ...payment, version: payment.version + 1 }, "paid")).toMatchObject({ state: "unknown" });
	});

	test("keeps what the panel showed when it was said", async () => {
		const payment = await proposed();
		const row = await findRow(database, "resolution", { payment_id: payment.id });
		expect(row).toMatchObject({
			amount: "45000.00",
			payment_version: payment.version,
			evidence: { paymentId: payment.id, movements: { verdict: "none" }, mirror: { mayBeCut: false } },
		});
	});

	test("is taken only of a payment whose outcome is open", async () => {
		const waiting = await desk.requested();
		await expect(say(approver, waiting, "paid")).rejects.toMatchObject({ code: "stale_version" });
		await expect(say(approver, { ...waiting, id: "none" }, "paid")).rejects.toMatchObject({ code: "not_found" });
		await expect(say(approver, { ...waiting, kind: "deposit" }, "paid")).rejects.toMatchObject({ code: "not_found" });
	});
});
