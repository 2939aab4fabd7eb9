import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { moneyMoved } from "#lib/payment-state.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { previewPayout } from "#server/payments/request/preview-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { replaceHeads } from "#server/store/head-file.ts";
import { acknowledge as acknowledgeBy } from "#tests/support/desk/acknowledge.ts";
import { setRule } from "#tests/support/desk/payout-tiers.ts";
import { say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { newPayout, newReference, openPaymentDesk, type PAYOUT_INPUT, statusFor } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const desk = await openPaymentDesk();

async function doubt(kind: "restored_backup" | "other_environment"): Promise<void> {
	const value = { kind, id: randomUUID(), knownEntry: null, knownAt: null, newestEntry: null, newestAt: null };
	await keepSetting(desk.database, DATABASE_MISMATCH, value, desk.clock.now());
}

async function acknowledge(kind: "restored_backup" | "other_environment" = "restored_backup") {
	await doubt(kind);
	return acknowledgeBy(desk.admin, "Disk lost, backup of the night");
}

/** Approved in a restored backup, whose mismatch was acknowledged. */
async function stopped(input: Partial<typeof PAYOUT_INPUT> = {}): Promise<Payment> {
	const payout = await desk.approved(input);
	await acknowledge();
	return desk.read(payout);
}

beforeEach(async () => {
	await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute());
});

describe("what waited in a database that lost some time", () => {
	test("is never said not to have left: approved or not, payout or deposit", async () => {
		const waiting = [await desk.requested(), await desk.approved(), await desk.deposit()];
		expect(await acknowledge()).toEqual({ expired: 0, mayHaveLeft: 3 });
		for (const payment of waiting) {
			const { state, history } = await desk.read(payment);
			expect(moneyMoved(state)).toBe("maybe");
			expect(history.at(-1)).toMatchObject({ event: "expired_by_doubt", note: "Disk lost, backup of the night" });
		}
	});

	test("is the same payment twice for whoever asks for it anew, however old it is", async () => {
		const input = newPayout();
		const { id } = await stopped(input);
		await desk.pool.query("update payment set created_at = created_at - interval '20 days' where id = $1", [id]);
		await expect(requestPayout(desk.maker, input, desk.key())).rejects.toMatchObject({
			code: "duplicate_suspected",
			payments: [id],
		});
	});

	test("counts against the limits of its day", async () => {
		const { database } = desk;
		await setRule(database, { per_person_day: "50000000.00" });
		const asked = { currency: "XOF", amount: "1000", destination: null };
		const used = async () => (await previewPayout(desk.maker, asked)).limits.map((limit) => limit.used);
		const before = Number((await used())[0]);
		await stopped();
		expect(Number((await used())[0])).toBe(before + 45_000);
		await asOwner(database, (trx) => trx.deleteFrom("payout_rule").execute());
	});
});

describe("a payment that may have left", () => {
	test("is settled by two people, not before fifteen minutes after the doubt was acknowledged", async () => {
		const payout = await stopped();
		await expect(say(desk.approver, payout, "paid")).rejects.toMatchObject({ code: "settlement_too_early" });
		await shiftDeadline(desk.pool, payout.id, 15);
		await say(desk.approver, payout, "paid");
		expect(await desk.state(payout.id)).toBe("may_have_left");
		expect(await say(desk.admin, payout, "paid")).toMatchObject({ state: "settled_paid" });
	});

	test("that is a deposit is not settled either while its payer may still pay", async () => {
		const waiting = await desk.deposit();
		await acknowledge();
		await desk.pool.query("update payment set may_have_left_until = now() - interval '16 minutes' where id = $1", [
			waiting.id,
		]);
		const deposit = await desk.read(waiting);
		expect(deposit.payerDeadline).not.toBeNull();
		await expect(say(desk.approver, deposit, "not_paid")).rejects.toMatchObject({ code: "settlement_too_early" });
	});

	test("is ended by a reference that the service confirms", async () => {
		const payout = await stopped();
		const reference = newReference();
		desk.script.words.set(reference, statusFor(payout, "success"));
		const { kind, id, version } = payout;
		expect(await attachReference(desk.approver, { kind, id, version, reference })).toMatchObject({
			state: "succeeded",
			reference,
		});
	});

	test("of which the service says success left in the lost time: it repeats, and counts against that day", async () => {
		await setRule(desk.database, { per_destination_day: "90000.00" });
		const input = newPayout();
		const payout = await stopped(input);
		const reference = newReference();
		desk.script.words.set(reference, statusFor(payout, "success"));
		const { kind, id, version } = payout;
		await attachReference(desk.approver, { kind, id, version, reference });
		await desk.pool.query(
			"update payment set created_at = created_at - interval '2 days', may_have_left_until = $2 where id = $1",
			[id, desk.clock.now()],
		);
		const again = requestPayout(desk.maker, input, desk.key());
		await expect(again).rejects.toMatchObject({ code: "duplicate_suspected", payments: [id] });
		const more = requestPayout(desk.maker, { ...input, amount: "45001" }, desk.key());
		await expect(more).rejects.toMatchObject({ limit: { kind: "destination_day", used: "45000.00" } });
		await setRule(desk.database, null);
	});

	test("of which the service says pending stays open to people when the service then contradicts itself", async () => {
		const payout = await stopped();
		const reference = newReference();
		desk.script.words.set(reference, statusFor(payout, "pending"));
		const { kind, id, version } = payout;
		await attachReference(desk.approver, { kind, id, version, reference });
		await desk.pool.query("update payment set state = 'needs_review', version = version + 1 where id = $1", [id]);
		expect((await readEvidence(desk.viewer, { kind, id })).settleableAt).not.toBeNull();
	});

	test("is looked for among the wallet's lines from its wish to half an hour after the doubt was acknowledged", async () => {
		const payout = await stopped({ amount: "41300" });
		const { kind, id } = payout;
		await desk.pool.query(
			"update payment set created_at = now() - interval '9 hours', may_have_left_until = now() where id = $1",
			[id],
		);
		const line = (hours: number, occurrence: number) =>
			desk.pool.query(
				`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
				values ($1, 'XOF', 'withdrawal', 41300, 0, now() - $2 * interval '1 hour', $3, now())`,
				[desk.system.config.environment, hours, occurrence],
			);
		await line(10, 1);
		await line(5, 2);
		const { movements } = await readEvidence(desk.viewer, { kind, id });
		expect(movements).toMatchObject({ verdict: "one", count: 1 });
	});
});

describe("what waited for another service", () => {
	test("has expired, and nothing was sent, when this machine knows the database to be whole", async () => {
		const payout = await desk.approved();
		const newest = await newestEntry(desk.database);
		const head = { entry: newest.id, hash: newest.hash, at: newest.at.toISOString() };
		await replaceHeads(desk.system.config, "w", head);
		expect(await acknowledge("other_environment")).toEqual({ expired: 1, mayHaveLeft: 0 });
		expect(await desk.read(payout)).toMatchObject({ state: "expired" });
		await replaceHeads(desk.system.config, "w", { ...head, hash: "another" });
	});

	test("may have left when this machine knows of entries that the database does not have", async () => {
		const payout = await desk.approved();
		expect(await acknowledge("other_environment")).toEqual({ expired: 0, mayHaveLeft: 1 });
		expect(await desk.state(payout.id)).toBe("may_have_left");
	});
});
