import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { type MonthCloseDecision, monthCloseDecisionSchema } from "#lib/contracts/statement.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { closingDigest, mayReopen, readClosing } from "#server/statements/closed-months.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { lockWallet } from "#server/wallets/sync-row.ts";

/** Splits a subject such as "XOF 2026-10". */
function readSubject(subject: string): { currency: string; month: string } {
	const [currency = "", month = ""] = subject.split(" ");
	return { currency, month };
}

export const statementReopening: GuardedChange<{ monthClosed: false }> = {
	kind: "statement_reopened",
	schema: z.object({ monthClosed: z.literal(false) }),
	async read(trx, { subject }) {
		const { currency, month } = readSubject(subject);
		// The request ends as void once a later month is proposed.
		return { monthClosed: await mayReopen(trx, { environment: null, currency }, month) };
	},
	async write(trx, { subject, note }, { at, by, confirmedBy }, system: SystemContext) {
		const { currency, month } = readSubject(subject);
		const wallet = { environment: system.config.environment, currency };
		// The lock keeps the next month from being proposed while this one is reopened.
		await lockWallet(trx, wallet);
		const row = await readClosing(trx, wallet, month);
		if (!row || !(await mayReopen(trx, wallet, month)))
			throw new AppError("conflict", "a later month is proposed or closed");
		await trx
			.updateTable("statement_closing")
			.set({ version: row.version + 1, ended_by: by, ended_at: sql<Date>`now()` })
			.where("id", "=", row.id)
			.where("ended_at", "is", null)
			.execute();
		const details = { currency, month, ...(note ? { reason: note } : {}), ...(confirmedBy ? { confirmedBy } : {}) };
		await recordAudit(trx, {
			...{ at, memberId: by, action: "statement.reopened" },
			...{ subjectKind: "wallet", subjectId: currency, details },
		});
		await publishUpdate(trx, { topic: "statements", id: currency });
	},
};

/**
 * Asks to reopen the last closed month. Throws forbidden, wallet_unknown, invalid_input, stale_version, conflict, change_waits,
 * too_new_to_decide, step_up_needed.
 */
export async function reopenMonth(
	context: Context,
	{ currency, ...input }: MonthCloseDecision & { currency: string },
): Promise<Asked | undefined> {
	requirePermission(context, "statement.close");
	requirePermission(context, "change_request.confirm");
	const { month, version, note } = parseInput(monthCloseDecisionSchema, input);
	const wallet = requireWalletKey(context, currency);
	if (!note) throw new AppError("invalid_input", "a reason is missing", { fields: { note: "missing" } });
	const row = await readClosing(context.database, wallet, month);
	if (row?.version !== version) throw new AppError("stale_version", "the month was decided since");
	if (!(await mayReopen(context.database, wallet, month)))
		throw new AppError("conflict", "only the last closed month is reopened, and while no later one is proposed");
	const closing = { currency, month, decision: "reopen", version } as const;
	const digest = closingDigest(wallet, closing, row.digest);
	return proposeChange(context, statementReopening, async (trx) => {
		await context.presence.spend(trx, { purpose: "close", closing }, [digest]);
		return { subject: `${currency} ${month}`, after: { monthClosed: false }, note };
	});
}
