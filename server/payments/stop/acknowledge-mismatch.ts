import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { type MismatchAcknowledgement, mismatchAcknowledgementSchema } from "#lib/contracts/configuration.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { isReported, rememberMismatch } from "#server/continuity/auto-resolve-mismatch.ts";
import {
	DATABASE_MISMATCH,
	type DatabaseMismatch,
	mismatchSchema,
	requireMismatch,
} from "#server/continuity/database-mismatch.ts";
import { ENVIRONMENT_IN_USE } from "#server/continuity/environment-in-use.ts";
import { recordedForgottenPermits } from "#server/continuity/forgotten-permits.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeStep, GuardedChange, Written } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { lockWaiting, markMayHaveLeft } from "#server/payment-records/may-have-left.ts";
import { amendPayments, movePayments } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { voidDecisions } from "#server/payment-records/void-decisions.ts";
import { serviceAddress } from "#server/payments/stop/service-address.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { readHead } from "#server/store/head-file.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { readIncarnation } from "#server/store/server-identity.ts";
import { writeSetting } from "#server/store/settings.ts";

export const mismatchAcknowledgement: GuardedChange<{ acknowledged: true }> = {
	kind: "database_mismatch",
	schema: z.object({ acknowledged: z.literal(true) }),
	// An acknowledgement may change any payment without a permit.
	lock: lockWaiting,
	async read(trx, { subject }) {
		if ((await requireMismatch(trx)).id !== subject) throw new AppError("conflict", "the mismatch has changed");
		return { acknowledged: false };
	},
	write: applyAcknowledgement,
};

/**
 * An admin asks to continue with a database that is outdated or of another service, or states that the same service has another
 * address; a second admin must confirm. Throws forbidden, invalid_input, conflict (no mismatch, another wallet), change_waits.
 */
export async function acknowledgeMismatch(context: Context, input: MismatchAcknowledgement): Promise<Asked> {
	const { reason: note, sameService } = parseInput(mismatchAcknowledgementSchema, input);
	const subjectOf = async (trx: DatabaseTransaction) => (await requireMismatch(trx)).id;
	const asked = sameService
		? await proposeChange(context, serviceAddress, async (trx) => ({
				...{ subject: await subjectOf(trx), after: { sameService }, note },
			}))
		: await proposeChange(context, mismatchAcknowledgement, async (trx) => ({
				...{ subject: await subjectOf(trx), after: { acknowledged: true }, note },
			}));
	if (!asked) throw new Error("an acknowledgement always needs a second admin");
	return asked;
}

/** Applies the second admin's confirmation. No payment from before the mismatch leaves on its old approvals: it may have left already. */
async function applyAcknowledgement(
	trx: DatabaseTransaction,
	{ note }: Pick<Written<object>, "note">,
	step: ChangeStep,
	system: SystemContext,
): Promise<void> {
	// The locks are taken in the order used everywhere: batches and payments, change requests, the audit turn, then the row that stops sending.
	const locked = await lockWaiting(trx);
	// The lost time may hold an objection.
	await voidChanges(trx, step.at, "alone");
	await awaitAuditTurn(trx);
	const [row] = await trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).returning("value").execute();
	const mismatch = mismatchSchema.parse(row?.value);
	await remember(trx, mismatch, step);
	const lostTime = await hasLostTime(system, trx, mismatch);
	const waiting = await selectEarlier(trx, locked, mismatch);
	const reason = note ?? "";
	const known = lostTime && (await isReported(trx, mismatch));
	const left = known ? await readLeft(trx, waiting) : null;
	const stopped = await stopWaiting(trx, waiting, { lostTime, left, reason }, step);
	await recordAudit(trx, {
		...{ at: step.at, memberId: step.by, action: "setting.database_acknowledged" },
		...{ subjectKind: "setting", subjectId: DATABASE_MISMATCH },
		details: {
			...{ kind: mismatch.kind, reason },
			...stopped,
			...(step.confirmedBy ? { confirmedBy: step.confirmedBy } : {}),
			...(await recordedForgottenPermits(trx)),
		},
	});
	await publishUpdate(trx, { topic: "status", id: null });
}

async function remember(trx: DatabaseTransaction, mismatch: DatabaseMismatch, step: ChangeStep): Promise<void> {
	if (mismatch.kind !== "other_environment")
		return rememberMismatch(trx, [...(await readFindings(trx, mismatch)), mismatch.id], step);
	await writeSetting(trx, ENVIRONMENT_IN_USE, { environment: mismatch.id }, step);
}

/** Returns the machines' own ids of this mismatch. For one that came with a backup, they are of a later event, which must stop again. */
async function readFindings(trx: DatabaseTransaction, { id, incarnation }: DatabaseMismatch): Promise<string[]> {
	if (incarnation !== (await readIncarnation(trx))) return [];
	const rows = await trx.selectFrom("worker").select("found").where("reported", "=", id).execute();
	return rows.flatMap(({ found }) => found ?? []);
}

/** Leaves out payments requested after the mismatch was found: they cannot have left before it. */
async function selectEarlier(
	trx: DatabaseTransaction,
	waiting: readonly PaymentRow[],
	{ eventId }: DatabaseMismatch,
): Promise<readonly PaymentRow[]> {
	if (eventId === null || waiting.length === 0) return waiting;
	const rows = await trx
		.selectFrom("payment_event")
		.select("payment_id")
		.distinct()
		.where("id", "<=", eventId)
		.where(sql<boolean>`payment_id = any(${waiting.map(({ id }) => id)})`)
		.execute();
	const earlier = new Set(rows.map(({ payment_id }) => payment_id));
	return waiting.filter(({ id }) => earlier.has(id));
}

/** Reads which waiting payments a journal names. Complete only if each machine that ran before the mismatch has reported its journal. */
async function readLeft(trx: DatabaseTransaction, waiting: readonly PaymentRow[]): Promise<Set<string>> {
	const rows = await trx
		.selectFrom("forgotten_permit")
		.select("payment_id")
		.where(sql<boolean>`payment_id = any(${waiting.map(({ id }) => id)})`)
		.execute();
	return new Set(rows.map(({ payment_id }) => payment_id));
}

/**
 * `left`: the payments that a journal names; null when any may have left. Approvers decide again on the other payouts, which may have been
 * rejected in the lost time; the other deposits expire. Without lost time no payment has left, and all expire.
 */
async function stopWaiting(
	trx: DatabaseTransaction,
	waiting: readonly PaymentRow[],
	{ lostTime, left, reason }: { lostTime: boolean; left: Set<string> | null; reason: string },
	{ at, by }: ChangeStep,
): Promise<Record<"expired" | "mayHaveLeft" | "askedAgain", string>> {
	const actor = by === null ? { by: "cauri" as const } : { by: { member: by }, note: reason };
	// guard: lost-time-may-have-left
	const mayHaveLeft = lostTime ? waiting.filter(({ id }) => left === null || left.has(id)) : [];
	await markMayHaveLeft(trx, at, mayHaveLeft, { event: "expired_by_doubt", ...actor });
	const others = waiting.filter((payment) => !mayHaveLeft.includes(payment));
	const asked = lostTime ? others.filter(({ kind }) => kind === "payout") : [];
	await voidAndReturn(trx, at, asked, actor);
	const expired = others.filter((payment) => !asked.includes(payment));
	const happening = { event: lostTime ? "expired_unsent" : "expired_by_service", ...actor } as const;
	const moves = expired.map((payment) => ({ payment, happening }));
	await movePayments(trx, at, moves, { to: "expired" });
	return {
		...{ expired: String(expired.length), mayHaveLeft: String(mayHaveLeft.length) },
		askedAgain: String(asked.length),
	};
}

/** Voids all approvals, so that the approvers decide again. Payouts that await approval and have no decision stay as they are. */
async function voidAndReturn(
	trx: DatabaseTransaction,
	at: Date,
	payouts: readonly PaymentRow[],
	actor: { by: "cauri" } | { by: { member: string }; note: string },
): Promise<void> {
	const decided = new Set((await voidDecisions(trx, at, payouts)).map(({ payment_id }) => payment_id));
	const set = { approver_id: null, approved_facts: null, waits_until: null, waits_for: null };
	const happening = { event: "asked_again_by_doubt", ...actor } as const;
	const asked = payouts.map((payment) => ({ payment, happening }));
	const approved = asked.filter(({ payment }) => payment.state === "approved");
	await movePayments(trx, at, approved, { to: "awaiting_approval", set });
	// An approver who read a batch before has not seen that these rows wait again.
	await sql`update batch set version = version + 1
		where id in (select batch_id from payment where id = any(${payouts.map(({ id }) => id)}))`.execute(trx);
	const inPart = asked.filter((each) => decided.has(each.payment.id) && each.payment.state !== "approved");
	await amendPayments(trx, at, inPart, set);
}

/** True when the database may have lost commits; false only if the service changed and the newest audit entry known here is present. */
async function hasLostTime(
	{ config }: SystemContext,
	trx: DatabaseTransaction,
	mismatch: DatabaseMismatch,
): Promise<boolean> {
	if (mismatch.kind !== "other_environment") return true;
	const known = await readHead(config);
	if (known === null) return true;
	const entry = await trx.selectFrom("audit_entry").select("hash").where("id", "=", known.entry).executeTakeFirst();
	return entry?.hash !== known.hash;
}
