import { z } from "zod";
import { plainTextSchema } from "#lib/contracts/common-fields.ts";
import type { DoubtAcknowledged } from "#lib/contracts/configuration.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { movePayment } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
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

export const acknowledgementSchema = z.object({ reason: plainTextSchema(300).pipe(z.string().min(10)) });

/** Far more machines than a desk has; older ones are asked about again. */
const REMEMBERED = 50;

/**
 * An admin has looked at a database that is older than it should be, or of another service, and goes on with it. What waited
 * to be sent never leaves from here: it may have left in the time that is lost. Throws forbidden, invalid_input, conflict (no doubt).
 */
export async function acknowledgeDoubt(context: Context, input: { reason: string }): Promise<DoubtAcknowledged> {
	demand(context, "settings.manage");
	const { reason } = parseInput(acknowledgementSchema, input);
	return context.database.transaction().execute(async (trx) => {
		// Payments before the turn in the record before the row that stops sending, as everywhere.
		const waiting = await lockWaiting(trx);
		await awaitAuditTurn(trx);
		const doubt = await takeDoubt(trx);
		if (!doubt) throw new AppError("conflict", "the database is not in doubt");
		// Each held payout wants a word of its own: see server/continuity/answer-wallet.ts.
		if (doubt.kind === "wallet_unproved") throw new AppError("conflict", "the wallet is in doubt, not the database");
		await remember(context, trx, doubt);
		const lostTime = await hasLostTime(context, trx, doubt);
		const count = await stopWaiting(context, trx, waiting, { lostTime, reason });
		const stopped = { expired: lostTime ? 0 : count, mayHaveLeft: lostTime ? count : 0 };
		await recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: "setting.database_acknowledged",
			subjectKind: "setting",
			subjectId: DATABASE_DOUBT,
			details: {
				...{ kind: doubt.kind, reason },
				...{ expired: String(stopped.expired), mayHaveLeft: String(stopped.mayHaveLeft) },
				...(await recordedForgottenPermits(trx)),
			},
		});
		await tellChange(trx, { topic: "status", id: null });
		return stopped;
	});
}

async function takeDoubt(trx: DatabaseTransaction): Promise<Doubt | null> {
	const row = await trx.deleteFrom("setting").where("name", "=", DATABASE_DOUBT).returning("value").executeTakeFirst();
	return row ? doubtSchema.parse(row.value) : null;
}

async function remember(context: Context, trx: DatabaseTransaction, doubt: Doubt): Promise<void> {
	if (doubt.kind === "other_environment") return keep(context, trx, ENVIRONMENT_IN_USE, { environment: doubt.id });
	const ids = [...(await readAcknowledged(trx)), doubt.id].slice(-REMEMBERED);
	return keep(context, trx, ACKNOWLEDGED_DOUBTS, { ids });
}

async function keep({ clock, member }: Context, trx: DatabaseTransaction, name: string, value: object): Promise<void> {
	const row = { value: JSON.stringify(value), changed_at: clock.now(), changed_by: member.id };
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
	context: Context,
	trx: DatabaseTransaction,
	waiting: readonly PaymentRow[],
	{ lostTime, reason }: { lostTime: boolean; reason: string },
): Promise<number> {
	const at = context.clock.now();
	const said = { by: { member: context.member.id }, note: reason };
	for (const payment of waiting) {
		// guard: lost-time-may-have-left
		if (lostTime) await markMayHaveLeft(trx, at, payment, { event: "expired_by_doubt", ...said });
		else await movePayment(trx, at, payment, { to: "expired", event: "expired_by_service", ...said });
	}
	return waiting.length;
}

/** Another service alone takes nothing away: the newest entry that this machine knows is in the database. Unknown counts as lost. */
async function hasLostTime({ config }: Context, trx: DatabaseTransaction, doubt: Doubt): Promise<boolean> {
	if (doubt.kind !== "other_environment") return true;
	const known = await readHead(config);
	if (known === null) return true;
	const entry = await trx.selectFrom("audit_entry").select("hash").where("id", "=", known.entry).executeTakeFirst();
	return entry?.hash !== known.hash;
}
