/** Stores a decision beside earlier ones, audits it, and matches the affected lines again, all in the caller's transaction. */

import { sql } from "kysely";
import type { Verdict } from "#lib/line-verdicts.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Touched } from "#server/reconciliation/matching/read-candidates.ts";
import { readReconciled, rematch } from "#server/reconciliation/matching/rematch.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

export interface Kept {
	decision: {
		movement_id: string | null;
		payment_id: string | null;
		verdict: Verdict;
		reference: string | null;
		reason: string;
	};
	/** When the decision was made that this one reverts. Throws `conflict` if another one is newer. */
	decidedAt?: string | undefined;
	touched: readonly Touched[];
	subject: Record<string, string>;
}

const ACTIONS: Partial<Record<Verdict, string>> = {
	match: "reconciliation.matched",
	wait: "reconciliation.parked",
	support: "reconciliation.parked",
	reopen: "reconciliation.reopened",
};
const FIRST_OF_TWO = "reconciliation.first_of_two";

export async function keepDecision(
	context: Context,
	trx: DatabaseTransaction,
	wallet: WalletKey,
	{ decision, decidedAt, touched, subject }: Kept,
): Promise<void> {
	const at = context.clock.now();
	const progress = await readReconciled(trx, wallet);
	const sync = await readSyncRow(trx, wallet);
	if (!progress?.books_from || !sync.synced_at) throw new AppError("conflict", "the wallet was never reconciled");
	if (decidedAt !== undefined && decidedAt !== (await readNewestTime(trx, decision)))
		throw new AppError("conflict", "somebody decided since");
	const { awaits_second: isFirst } = await trx
		.insertInto("reconciliation_decision")
		.values({ ...wallet, ...decision, member_id: context.member.id, at })
		.returning("awaits_second")
		.executeTakeFirstOrThrow();
	await rematch(trx, wallet, touched, { booksFrom: progress.books_from, syncedAt: sync.synced_at, now: at });
	// The audit entry comes last: while this transaction has the audit turn, no payout gets its permit.
	await recordAudit(trx, {
		at,
		memberId: context.member.id,
		action: isFirst ? FIRST_OF_TWO : (ACTIONS[decision.verdict] ?? "reconciliation.explained"),
		subjectKind: decision.payment_id === null ? "wallet" : "payment",
		subjectId: decision.payment_id ?? wallet.currency,
		details: {
			...subject,
			currency: wallet.currency,
			verdict: decision.verdict,
			...(decision.movement_id ? { line: decision.movement_id } : {}),
			...(decision.reference ? { reference: decision.reference } : {}),
			note: decision.reason,
		},
	});
	await publishUpdate(trx, { topic: "reconciliation", id: wallet.currency });
	// A decision may explain a gap, so stored days are proved again.
	await queueReconciliation(trx, wallet.currency);
}

async function readNewestTime(trx: DatabaseTransaction, { movement_id, payment_id }: Kept["decision"]) {
	const of =
		movement_id === null ? sql`movement_id is null and payment_id = ${payment_id}` : sql`movement_id = ${movement_id}`;
	const { rows } = await sql<{ at: Date }>`
		select at from reconciliation_decision where ${of} order by id desc limit 1`.execute(trx);
	return rows[0]?.at.toISOString();
}
