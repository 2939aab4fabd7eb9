/** Two admins go on with a database mismatch: one's request and the other's confirmation, in one transaction as the database counts. */
import { sql } from "kysely";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { AnswerWallet } from "#lib/contracts/wallet-gaps.ts";
import { confirmChange } from "#server/change-requests/confirm-change.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import type { Actor, Context } from "#server/context.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { DATABASE_MISMATCH, mismatchSchema } from "#server/continuity/database-mismatch.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeRow } from "#server/guarded-changes/guarded-change.ts";
import { readChangeDigest } from "#server/guarded-changes/read-change-requests.ts";
import { lockWaiting } from "#server/payment-records/may-have-left.ts";
import { RESUMPTION } from "#server/payments/stop/resume-sending.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { leaveSpentProof } from "#tests/support/desk/leave-spent-proof.ts";

const DAY_MS = 24 * 3_600_000;

export async function acknowledgeByTwo(asker: Context, second: Actor, reason: string): Promise<void> {
	await asker.database.transaction().execute(async (trx) => {
		await lockWaiting(trx);
		const stop = await trx
			.selectFrom("setting")
			.select("value")
			.where("name", "=", DATABASE_MISMATCH)
			.executeTakeFirst();
		const mismatch = mismatchSchema.safeParse(stop?.value).data;
		if (!mismatch) throw new AppError("conflict", "there is no database mismatch");
		const change = { kind: "database_mismatch", subject: mismatch.id, note: reason } as const;
		await confirmByTwo(asker, trx, second, change, [{ acknowledged: false }, { acknowledged: true }]);
	});
}

/** Does nothing where sending is not stopped. */
export async function resumeByTwo(asker: Context, second: Actor): Promise<void> {
	await asker.database.transaction().execute(async (trx) => {
		const stop = await trx.selectFrom("setting").select("value").where("name", "=", SENDING_STOPPED).executeTakeFirst();
		if (!stop) return;
		const change = { ...RESUMPTION, note: "the keys were looked at" };
		await confirmByTwo(asker, trx, second, change, [{ stopped: true }, { stopped: false }]);
	});
}

/**
 * The second admin agrees at once, where two are needed. An earlier request still waits if its confirmation was interrupted, or
 * refused because the gap was found again meanwhile: it is withdrawn, and the wallet is answered as it is now.
 */
export async function answerWalletByTwo(asker: Context, second: Actor, input: AnswerWallet): Promise<void> {
	await withdrawWaiting(asker, input.currency);
	const answered = await answerWallet(asker, input);
	if (!isChangeRequested(answered)) return;
	await asker.database.transaction().execute(async (trx) => {
		await lockWaiting(trx);
		const { id } = answered.changeRequest;
		const query = trx.selectFrom("change_request").selectAll().where("id", "=", id).where("state", "=", "waiting");
		const row = await query.forUpdate().executeTakeFirst();
		if (!row) throw new AppError("conflict", "somebody has decided meanwhile");
		await agree(asker, trx, row, second);
	});
}

async function withdrawWaiting(asker: Context, currency: string): Promise<void> {
	const row = await asker.database
		.selectFrom("change_request")
		.select("id")
		.where("kind", "=", "wallet_answered")
		.where("subject", "=", currency)
		.where("state", "=", "waiting")
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
	if (row) await decideChange(asker, { id: row.id, decision: "withdraw" });
}

async function confirmByTwo(
	asker: Context,
	trx: DatabaseTransaction,
	second: Actor,
	change: { kind: ChangeKind; subject: string; note: string },
	[before, after]: readonly [object, object],
): Promise<void> {
	const row = await trx
		.insertInto("change_request")
		.values({
			...{ id: `${change.subject} ${asker.clock.now().getTime()}`, ...change },
			...{ state: "waiting", asked_by: asker.member.id },
			...{ before: JSON.stringify(before), after: JSON.stringify(after) },
			// The database's guard replaces any other value by this one.
			expires_at: sql<Date>`now() + ${DAY_MS} * interval '1 millisecond'`,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	await agree(asker, trx, row, second);
}

async function agree(asker: Context, trx: DatabaseTransaction, row: ChangeRow, second: Actor): Promise<void> {
	await leaveSpentProof(trx, { memberId: second.id, digest: await readChangeDigest(trx, row.id) });
	const { state } = await confirmChange(asker, trx, row, second);
	if (state === "void") throw new AppError("conflict", "it is another one by now");
}
