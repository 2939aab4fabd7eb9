/** Locks are taken in this order: payments, the audit log's turn, the rows that stop sending. So no two transactions block each other. */

import { beforeEach, expect, test } from "vitest";
import { DATABASE_MISMATCH, stopForMismatch } from "#server/continuity/database-mismatch.ts";
import { isSendingStopped, stopSending } from "#server/continuity/sending-stop.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { changeNewNumbers } from "#server/settings/change-new-numbers.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { acknowledge } from "#tests/support/desk/acknowledge.ts";
import { accept, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, script, system } = desk;
const at = system.clock.now();
const record = (trx: DatabaseTransaction) =>
	recordAudit(trx, { at, memberId: null, action: "setting.tried", subjectKind: "setting", subjectId: null });
beforeEach(() => asOwner(database, (trx) => trx.deleteFrom("setting").execute()));
const stop = (trx: DatabaseTransaction) => stopSending(trx, at, { httpStatus: 401, paymentId: null });

test("a look that meets refused keys lets who holds the payment write its record first", async () => {
	script.post = accept("pending");
	const { id } = await desk.approved();
	await sendPayment(system, { paymentId: id, workerId: "worker-1", timing: QUICK });
	script.instead = (_request, respond) => {
		respond.json(401, {});
		return true;
	};
	const begun = await database.transaction().execute(async (trx) => {
		await trx.selectFrom("payment").selectAll().where("id", "=", id).forUpdate().execute();
		const look = checkPayment(system, { paymentId: id });
		await untilWaiting(database, 1);
		await record(trx);
		return { look };
	});
	expect(await begun.look).toBe("fault");
	expect(await isSendingStopped(database)).toBe(true);
});

test("who acknowledges a doubt waits for who holds a payment, and does not hold up the stop of sending meanwhile", async () => {
	const { id } = await desk.approved();
	const nothing = { knownEntry: null, knownAt: null, newestEntry: null, newestAt: null };
	const doubt = { kind: "restored_backup", id: "another", ...nothing };
	await keepSetting(database, DATABASE_MISMATCH, doubt, at);
	const begun = await database.transaction().execute(async (trx) => {
		await trx.selectFrom("payment").selectAll().where("id", "=", id).forUpdate().execute();
		const act = acknowledge(desk.admin, "Disk lost, backup of the night");
		await untilWaiting(database, 1);
		await stop(trx);
		// A transaction that holds a payment may still read and change the row of the database's mismatch.
		await trx.updateTable("setting").set({ changed_at: at }).where("name", "=", DATABASE_MISMATCH).execute();
		return { act };
	});
	expect(await begun.act).toMatchObject({ mayHaveLeft: expect.any(Number) });
});

test("who doubts the database waits for whoever writes the record, and is not in the way of a doubt that is found there", async () => {
	const nothing = { knownEntry: null, knownAt: null, newestEntry: null, newestAt: null };
	const doubt = (trx: DatabaseTransaction) =>
		stopForMismatch(trx, system, { kind: "restored_backup", id: "XOF", ...nothing });
	const begun = await database.transaction().execute(async (trx) => {
		await record(trx);
		const act = database.transaction().execute(doubt);
		await untilWaiting(database, 1);
		await doubt(trx);
		return { act };
	});
	await begun.act;
});

test("who stops sending and waits for the audit log is not in the way of an answer that stops it", async () => {
	const begun = await database.transaction().execute(async (trx) => {
		await record(trx);
		const act = stopSendingNow(desk.maker, { reason: "Something looks wrong" });
		await untilWaiting(database, 1);
		await stop(trx);
		return { act };
	});
	await begun.act;
	expect(await isSendingStopped(database)).toBe(true);
});

const LIMIT = { version: 0, perPayment: "5000000", noApproverUpTo: "0", oneApproverUpTo: "500000" };
const noDayLimits = { perPersonDay: null, perDestinationDay: null };
test.each([
	["new_number_rests", () => changeNewNumbers(desk.admin, { restMinutes: 5, secondPerson: true })],
	["limit_reached", () => changePayoutRule(desk.admin, { currency: "XOF", change: { ...LIMIT, ...noDayLimits } })],
] as const)(
	"who changes a rule waits for who holds a payout with the wait %s, and locks no admin before",
	async (waits_for, change) => {
		const { id } = await desk.approved();
		await updateRows(database, "payment", { id }, { waits_until: new Date(at.getTime() + 3_600_000), waits_for });
		const begun = await database.transaction().execute(async (trx) => {
			await trx.selectFrom("payment").select("id").where("id", "=", id).forUpdate().execute();
			const act = change();
			await untilWaiting(database, 1);
			await trx.selectFrom("member").select("id").where("id", "=", desk.admin.member.id).forShare().execute();
			return { act };
		});
		await begun.act;
		expect((await desk.row(id)).waits_for).toBeNull();
	},
);
