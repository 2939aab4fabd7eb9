/** Closes a month: one person proposes its figures, another confirms exactly these, each with a fresh second factor. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import {
	type MonthClose,
	type MonthCloseDecision,
	monthCloseDecisionSchema,
	type StatementFigures,
	type StatementQuery,
} from "#lib/contracts/statement.ts";
import { dayOf, monthEnd, nextMonth } from "#lib/dates.ts";
import { requireActiveApprover } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import {
	type ClosingRow,
	closingDigest,
	describeClosing,
	readClosing,
	readFirstKnownDay,
	readLastClosed,
} from "#server/statements/closed-months.ts";
import { computeStatement } from "#server/statements/compute-statement.ts";
import { readBooks } from "#server/statements/journal-accounts.ts";
import { hasLinesSince, keepLines, readLines } from "#server/statements/statement-lines.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { lockMirror, lockWallet, readSyncRow } from "#server/wallets/sync-row.ts";

type Decision = MonthCloseDecision & { decision: "propose" | "confirm" | "reject" };

/**
 * Proposes, confirms or rejects the closing of a month. Throws forbidden, wallet_unknown, invalid_input (`month`: not_over,
 * not_next, too_early; `reasons`: missing), stale_version, conflict (the figures, the days that need a reason, or the proposer's right
 * changed since), second_person_needed, too_new_to_decide, step_up_needed.
 */
export async function decideMonthClose(
	context: Context,
	{ currency, ...input }: Decision & { currency: string },
): Promise<MonthClose> {
	const decision = parseInput(monthCloseDecisionSchema, input) as Decision;
	const wallet = requireWalletKey(context, currency);
	await context.database.transaction().execute(async (trx) => {
		await requireActiveApprover(context, trx, "statement.close");
		const mirror = await readSyncRow(trx, wallet);
		if (mirror.synced_at === null) throw notOver();
		// While this transaction holds both locks, no line comes, goes or gets another payment, so the figures stay true.
		await lockMirror(trx, wallet);
		await lockWallet(trx, wallet);
		const row = await readClosing(trx, wallet, decision.month);
		if ((row?.version ?? 0) !== decision.version) throw new AppError("stale_version", "the month was decided since");
		const active = row?.ended_at === null ? row : null;
		const last = await readLastClosed(trx, wallet);
		// Two months may be proposed before any is closed: once the later one is closed, the earlier one can no longer be confirmed.
		if (decision.decision !== "reject" && last !== null && decision.month !== nextMonth(last))
			throw new AppError("invalid_input", "months are closed in order", { fields: { month: "not_next" } });
		if (decision.decision === "propose")
			await propose(context, trx, wallet, { decision, active, last, syncedAt: mirror.synced_at });
		else await decideProposal(context, trx, wallet, { decision, proposal: requireProposal(active) });
	});
	const row = await readClosing(context.database, wallet, decision.month);
	return describeClosing(context, wallet, { month: decision.month, row, isComplete: true });
}

function notOver() {
	return new AppError("invalid_input", "the month is not over", { fields: { month: "not_over" } });
}

function requireProposal(active: ClosingRow | null): ClosingRow {
	if (!active || active.confirmed_at) throw new AppError("conflict", "no proposal waits");
	return active;
}

async function propose(
	context: Context,
	trx: DatabaseTransaction,
	wallet: WalletKey,
	proposed: { decision: Decision; active: ClosingRow | null; last: string | null; syncedAt: Date },
): Promise<void> {
	const { month, version, reasons = [] } = proposed.decision;
	if (proposed.active) throw new AppError("conflict", "the month was proposed already");
	// Lines of the month's last hours may be missing until a list is read that was requested after the month.
	if (monthEnd(month) >= dayOf(proposed.syncedAt, context.config.timeZone)) throw notOver();
	const known = proposed.last === null ? await readFirstKnownDay({ ...context, database: trx }, wallet) : null;
	if (known !== null && month < known.slice(0, 7))
		throw new AppError("invalid_input", "nothing is known of the month", { fields: { month: "too_early" } });
	const given = new Map(reasons.map(({ day, reason }) => [day, reason]));
	const figures = await computeMonth(context, trx, wallet, month, given);
	const open = new Set(figures.openDays.map(({ day }) => day));
	if (reasons.some(({ day }) => !open.has(day)))
		throw new AppError("conflict", "a day with a reason has no difference any more");
	if (figures.openDays.some(({ reason }) => reason === null))
		throw new AppError("invalid_input", "a difference has no reason", { fields: { reasons: "missing" } });
	const closing = { currency: wallet.currency, month, decision: "propose", version } as const;
	await context.presence.spend(trx, { purpose: "close", closing }, [closingDigest(wallet, closing, null)]);
	await awaitAuditTurn(trx);
	const text = JSON.stringify(figures);
	const midnight = (day: string) => sql<Date>`(${day}::date::timestamp at time zone ${context.config.timeZone})`;
	await trx
		.insertInto("statement_closing")
		.values({
			...{ environment: wallet.environment, currency: wallet.currency, month, version: version + 1 },
			...{ since: midnight(`${month}-01`), until: midnight(`${nextMonth(month)}-01`) },
			...{ figures: text, digest: hash("sha256", text) },
			accounts: JSON.stringify(await readBooks({ database: trx }, wallet, figures)),
			proposed_by: context.member.id,
		})
		.execute();
	const details = { closing: figures.closing.amount ?? "–" };
	await record(context, trx, wallet, { month, happened: "proposed", details });
}

async function decideProposal(
	context: Context,
	trx: DatabaseTransaction,
	wallet: WalletKey,
	{ decision: { month, decision, version }, proposal }: { decision: Decision; proposal: ClosingRow },
): Promise<void> {
	const isConfirmed = decision === "confirm";
	if (isConfirmed) {
		if (proposal.proposed_by === context.member.id)
			throw new AppError("second_person_needed", "another person confirms the closing");
		if (!proposal.counts)
			throw new AppError("conflict", "the proposer lost the right: reject the closing and propose it again");
		await requireSame(context, trx, wallet, month, proposal);
		const closing = { currency: wallet.currency, month, decision: "confirm", version } as const;
		const digest = closingDigest(wallet, closing, proposal.digest);
		await context.presence.spend(trx, { purpose: "close", closing }, [digest]);
		await keepLines(trx, proposal.id, readLines({ ...context, database: trx }, wallet, daysOf(month)));
	}
	await awaitAuditTurn(trx);
	const { id: member } = context.member;
	const now = sql<Date>`now()`;
	const { numUpdatedRows } = await trx
		.updateTable("statement_closing")
		.set({ version: version + 1 })
		.set(isConfirmed ? { confirmed_by: member, confirmed_at: now } : { ended_by: member, ended_at: now })
		.where("id", "=", proposal.id)
		.where("version", "=", version)
		.where("confirmed_at", "is", null)
		.where("ended_at", "is", null)
		.executeTakeFirst();
	if (numUpdatedRows !== 1n) throw new AppError("stale_version", "the month was decided meanwhile");
	const details: Record<string, string> = isConfirmed ? { digest: proposal.digest } : {};
	await record(context, trx, wallet, { month, happened: isConfirmed ? "closed" : "rejected", details });
}

async function requireSame(
	context: Context,
	trx: DatabaseTransaction,
	wallet: WalletKey,
	month: string,
	{ id, figures }: ClosingRow,
): Promise<void> {
	const proposed = JSON.parse(figures) as StatementFigures;
	const reasons = new Map(proposed.openDays.map(({ day, reason }) => [day, reason ?? ""]));
	const now = await computeMonth(context, trx, wallet, month, reasons);
	if ((await hasLinesSince(trx, id)) || JSON.stringify(now) !== figures)
		throw new AppError("conflict", "the figures changed since the proposal: it is proposed again");
}

async function computeMonth(
	context: Context,
	trx: DatabaseTransaction,
	wallet: WalletKey,
	month: string,
	reasons: ReadonlyMap<string, string>,
): Promise<StatementFigures> {
	const figures = await computeStatement({ ...context, database: trx }, wallet, daysOf(month));
	const openDays = figures.openDays.map((open) => ({ ...open, reason: reasons.get(open.day) ?? open.reason }));
	return { ...figures, openDays };
}

function daysOf(month: string): StatementQuery {
	return { from: `${month}-01`, to: monthEnd(month) };
}

async function record(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	{ currency }: WalletKey,
	{ month, happened, details }: { month: string; happened: string; details: Record<string, string> },
): Promise<void> {
	await recordAudit(trx, {
		...{ at: clock.now(), memberId: member.id, action: `statement.${happened}` },
		...{ subjectKind: "wallet", subjectId: currency, details: { currency, month, ...details } },
	});
	await publishUpdate(trx, { topic: "statements", id: currency });
}
