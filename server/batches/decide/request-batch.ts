/** Turns each row of a draft that is not left out into an ordinary payout, in one commit. */
import { isDeepStrictEqual } from "node:util";
import { monotonicFactory } from "ulid";
import { failureLimit } from "#lib/batches/batch-states.ts";
import type { RowWarning } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { recheckDraft } from "#server/batches/draft/recheck-draft.ts";
import { amendBatch, lockDraft } from "#server/batches/lock-batch.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readBatchFailureRule } from "#server/payment-records/payment-settings.ts";
import { type NewPayout, requestPayouts } from "#server/payments/request/request-payouts.ts";
import { lockMakerAndNumber } from "#server/payments/rules/guard-payout.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Checked = Awaited<ReturnType<typeof recheckDraft>>;

/**
 * Throws forbidden, not_found, stale_version, conflict. Returns invalid_input (`rows`: `faulty`, `required`), and stale_version when
 * the check finds what the draft did not show. The caller throws it after the commit, so that what was found is stored.
 */
export async function requestBatch(
	context: Context,
	trx: DatabaseTransaction,
	asked: { id: string; version: number },
): Promise<AppError | undefined> {
	const makerId = context.member.id;
	await lockMakerAndNumber(trx, { environment: context.config.environment, makerId });
	const batch = await lockDraft(context, trx, asked);
	if (batch.maker_id !== makerId) throw new AppError("forbidden", "only its maker requests it");
	const rows = (await recheckDraft(context, trx, { id: batch.id, makerId })).filter(({ row }) => row.left_out === null);
	if (rows.length === 0) return new AppError("invalid_input", "nothing to pay", { fields: { rows: "required" } });
	if (rows.some(({ found }) => found.faults.length > 0))
		return new AppError("invalid_input", "rows are faulty", { fields: { rows: "faulty" } });
	if (rows.some(isNews)) return new AppError("stale_version", "the check found other facts or warnings");
	const at = context.clock.now();
	const payouts = payoutsOf(rows, at);
	const totals = totalsOf(payouts);
	await requestPayouts(context, trx, { batchId: batch.id, totals, payouts, at });
	const { failurePercent } = await readBatchFailureRule(trx);
	const amount = [...totals].map((sum) => sum.toReversed().join(" ")).join(", ");
	const details = { name: batch.name, rows: String(payouts.length), amount };
	const set = { requested_at: at, failure_limit: failureLimit(payouts.length, failurePercent) };
	await amendBatch(context, trx, batch.id, { action: "batch.requested", details }, set);
}

/** True when the row would pay something else than the draft showed, or has a warning, or one about a payout, that it did not show. */
function isNews({ row, found }: Checked[number]): boolean {
	const known = new Set(row.warnings.flatMap(namesOf));
	return !isDeepStrictEqual(row.facts, found.facts) || found.warnings.flatMap(namesOf).some((name) => !known.has(name));
}

function namesOf({ code, name, payments = [], batches = [] }: RowWarning): string[] {
	const about = [...payments, ...batches.map(({ id }) => id)];
	return (about.length > 0 ? about : [name]).map((one) => `${code} ${one}`);
}

function payoutsOf(rows: Checked, at: Date): NewPayout[] {
	// Rows with the same time leave in the order of their ids.
	const nextId = monotonicFactory();
	const idOf = new Map(rows.map(({ row }) => [row.n, nextId(at.getTime())]));
	return rows.flatMap(({ row, found: { facts, twins } }): NewPayout[] => {
		const id = idOf.get(row.n);
		if (facts === null || id === undefined) return [];
		const of = [...twins.payments, ...twins.rows.flatMap((n) => idOf.get(n) ?? [])];
		const duplicate = of.length > 0 && row.duplicate_reason ? { of, reason: row.duplicate_reason } : null;
		const { n, name, purpose, changed_by: changedBy } = row;
		return [{ id, n, facts, name, purpose, duplicate, changedBy }];
	});
}

function totalsOf(payouts: readonly NewPayout[]): Map<string, string> {
	const totals = new Map<string, bigint>();
	for (const { facts } of payouts)
		totals.set(facts.currency, (totals.get(facts.currency) ?? 0n) + minorOf(facts.amount));
	return new Map([...totals].map(([currency, minor]) => [currency, toDecimal(minor)]));
}
