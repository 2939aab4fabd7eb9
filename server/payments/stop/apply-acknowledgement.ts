/**
 * A second admin has looked at a database that is older than it should be, or of another service, as the first one did: it goes
 * on. What waited to be sent never leaves from here: it may have left in the time that is lost.
 */
import type { ApplyChange, ChangeStep } from "#server/change-requests/ask/change-step.ts";
import type { SystemContext } from "#server/context.ts";
import { movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import {
	ACKNOWLEDGED_DOUBTS,
	DATABASE_DOUBT,
	type Doubt,
	doubtSchema,
	ENVIRONMENT_IN_USE,
	readAcknowledged,
} from "#server/payments/stop/database-doubt.ts";
import { recordedForgottenPermits } from "#server/payments/stop/forgotten-permits.ts";
import { lockWaiting, markMayHaveLeft } from "#server/payments/stop/stop-waiting.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { readHead } from "#server/store/head-file.ts";

/** Far more machines than a desk has; older ones are asked about again. */
const REMEMBERED = 50;

export const applyAcknowledgement: ApplyChange = async (system, trx, { subject, note }, step) => {
	// Payments before the turn in the record before the row that stops sending, as everywhere.
	const waiting = await lockWaiting(trx);
	await awaitAuditTurn(trx);
	const doubt = await takeDoubt(trx, subject);
	if (!doubt) return "void";
	await remember(trx, doubt, step);
	const lostTime = await hasLostTime(system, trx, doubt);
	const reason = note ?? "";
	await stopWaiting(trx, waiting, { lostTime, reason }, step);
	const count = String(waiting.length);
	await recordAudit(trx, {
		...{ at: step.at, memberId: step.by, action: "setting.database_acknowledged" },
		...{ subjectKind: "setting", subjectId: DATABASE_DOUBT },
		details: {
			...{ kind: doubt.kind, reason },
			...{ expired: lostTime ? "0" : count, mayHaveLeft: lostTime ? count : "0" },
			...(step.confirmedBy ? { confirmedBy: step.confirmedBy } : {}),
			...(await recordedForgottenPermits(trx)),
		},
	});
	await tellChange(trx, { topic: "status", id: null });
	return "done";
};

/** The very doubt that was looked at; another one stays. */
async function takeDoubt(trx: DatabaseTransaction, id: string): Promise<Doubt | null> {
	const row = await trx.selectFrom("setting").select("value").where("name", "=", DATABASE_DOUBT).executeTakeFirst();
	const doubt = row ? doubtSchema.parse(row.value) : null;
	if (doubt?.id !== id || doubt.kind === "wallet_unproved") return null;
	await trx.deleteFrom("setting").where("name", "=", DATABASE_DOUBT).execute();
	return doubt;
}

async function remember(trx: DatabaseTransaction, doubt: Doubt, step: ChangeStep): Promise<void> {
	if (doubt.kind === "other_environment") return keep(trx, ENVIRONMENT_IN_USE, { environment: doubt.id }, step);
	const ids = [...(await readAcknowledged(trx)), doubt.id].slice(-REMEMBERED);
	return keep(trx, ACKNOWLEDGED_DOUBTS, { ids }, step);
}

async function keep(trx: DatabaseTransaction, name: string, value: object, { at, by }: ChangeStep): Promise<void> {
	const row = { value: JSON.stringify(value), changed_at: at, changed_by: by };
	await trx
		.insertInto("setting")
		.values({ name, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
}

/**
 * Also what still waits for people: they may have agreed, and it may have left, in the time that is lost. What waited for
 * another service in a whole database has never left, and never will.
 */
async function stopWaiting(
	trx: DatabaseTransaction,
	waiting: readonly PaymentRow[],
	{ lostTime, reason }: { lostTime: boolean; reason: string },
	{ at, by }: ChangeStep,
): Promise<void> {
	const said = by === null ? { by: "cauri" as const } : { by: { member: by }, note: reason };
	for (const payment of waiting) {
		// guard: lost-time-may-have-left
		if (lostTime) await markMayHaveLeft(trx, at, payment, { event: "expired_by_doubt", ...said });
		else await movePayment(trx, at, payment, { to: "expired", event: "expired_by_service", ...said });
	}
}

/** Another service alone takes nothing away: the newest entry that this machine knows is in the database. Unknown counts as lost. */
async function hasLostTime({ config }: SystemContext, trx: DatabaseTransaction, doubt: Doubt): Promise<boolean> {
	if (doubt.kind !== "other_environment") return true;
	const known = await readHead(config);
	if (known === null) return true;
	const entry = await trx.selectFrom("audit_entry").select("hash").where("id", "=", known.entry).executeTakeFirst();
	return entry?.hash !== known.hash;
}
