/** A decision locks members, then the request, then takes the turn of the audit log: what meets it there keeps to this order. */

import { expect, test } from "vitest";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { lockWaiting, voidChanges } from "#server/guarded-changes/record-change.ts";
import { resumeSending } from "#server/payments/stop/resume-sending.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";
import { lockMember } from "#server/second-factor/factors-of.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { askedFor } from "#tests/support/desk/second-admin.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { database, admin } = desk;
const reason = "Something looks wrong";

/** Takes the locks `first` and `then`, while `other` comes in between. Both must finish. */
async function between<T>(
	first: (trx: DatabaseTransaction) => Promise<unknown>,
	other: () => Promise<T>,
	then: (trx: DatabaseTransaction) => Promise<unknown>,
): Promise<T> {
	const begun = await database.transaction().execute(async (trx) => {
		await first(trx);
		const started = other();
		started.catch(() => undefined);
		await untilWaiting(database, 1);
		await then(trx);
		return { started };
	});
	return begun.started;
}

test("sending is stopped while its resumption is confirmed", async () => {
	await stopSendingNow(desk.maker, { reason });
	await resumeSending(admin, { reason });
	const request = { kind: "sending_resumed", subject: "sending" } as const;
	const stops = () => stopSendingNow(desk.maker, { reason });
	expect(await between((trx) => lockWaiting(trx, request), stops, awaitAuditTurn)).toEqual({ stopped: true });
});

test("a rule is tightened while an approver refuses its loosening", async () => {
	const change = (depositMinutes: number) => changePaymentExpiry(admin, { payoutMinutes: 1_440, depositMinutes });
	const { kind, subject } = askedFor(await change(90));
	expect(
		await between(
			(trx) => lockWaiting(trx, { kind, subject }),
			() => change(5),
			awaitAuditTurn,
		),
	).toMatchObject({ depositMinutes: 5 });
});

test("a reset of second factors is confirmed while the member changes them", async () => {
	const { member } = desk.approver;
	const totp = { member_id: member.id, secret: "sealed", created_at: new Date(), confirmed_at: new Date() };
	await asOwner(database, (trx) => trx.insertInto("totp").values(totp).execute());
	const second = await desk.person("admin");
	const { id, kind, subject } = askedFor((await resetSecondFactor(admin, { id: member.id })) ?? {});
	const confirmed = between(
		(trx) => lockMember(trx, member.id),
		() => decideChange(second, { id, decision: "confirm" }),
		(trx) => voidChanges(trx, new Date(), { kind, subject }),
	);
	await expect(confirmed).rejects.toMatchObject({ code: "change_over" });
});
