import { sql } from "kysely";
import type { PayoutPreview } from "#lib/contracts/payment.ts";
import { type PayoutPreviewRequest, payoutPreviewRequestSchema } from "#lib/contracts/payment-request.ts";
import { DAY_MS } from "#lib/dates.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { transactionTypeOf, UNANSWERED_STATES } from "#lib/payment-state.ts";
import { approversFor, brokenLimit, decidingAmount } from "#lib/payments/payout-rules.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { type Amounts, type FeeOf, payoutFees, sumAmountsAndFees } from "#server/payment-records/expected-fee.ts";
import { findDuplicates } from "#server/payments/rules/find-duplicates.ts";
import { findSimilarPayouts } from "#server/payments/rules/find-similar-payouts.ts";
import { readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { readLeastApprovers } from "#server/payments/rules/read-approvals.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import { newestReading } from "#server/wallets/balance-readings.ts";

/** Shows a payout's effects while the form is filled in. Saves nothing; the request checks again. Throws forbidden, invalid_input. */
export async function previewPayout(context: Context, input: PayoutPreviewRequest): Promise<PayoutPreview> {
	requirePermission(context, "payout.request");
	const order = parseInput(payoutPreviewRequestSchema, input);
	const { amount, currency, destination: number, metadata = null, correcting: except } = order;
	const { database, config } = context;
	const { environment, timeZone } = config;
	const now = context.clock.now();
	const amountMinor = minorOf(amount);
	const rule = await readPayoutRule(database, currency);
	const corrected = except ? await readCorrected(context, except) : undefined;
	const makerId = corrected?.maker_id ?? context.member.id;
	const own = { id: except ?? "", environment, currency, phone_number: number, amount };
	const feeOf = payoutFees(database, { environment, currency });
	const at = corrected?.created_at ?? now;
	const [numbers, duplicates, unmatched, limits, expected, least] = await Promise.all([
		resolveNumbers(database, { environment, numbers: number === null ? [] : [number] }),
		number === null ? [] : findDuplicates(database, { ...own, phone_number: number }, { at: now, except }),
		findUnmatched(context, order),
		readLimitUses(database, rule, { environment, currency, makerId, number, at, timeZone, except }),
		order.operator === undefined ? null : feeOf(order.operator, amountMinor),
		readLeastApprovers(database, { ...own, maker_id: makerId }),
	]);
	// The duplicates are shown separately and require a reason.
	const asked = { ...own, note: metadata?.note || null, metadata, at: now, without: duplicates };
	const alike = (await findSimilarPayouts(database, [asked])).get(own.id) ?? [];
	const balance = await readBalance(context, order, amountMinor + (expected ?? 0n), feeOf);
	const deciding = decidingAmount(amount, corrected?.amount, corrected?.highest_amount);
	const byAmount = approversFor(rule, deciding);
	// A correction by somebody other than the maker needs an approver.
	const approvers = least(makerId === context.member.id ? byAmount : byAmount || 1);
	const expectedFee = expected === null ? null : toDecimal(expected);
	const broken = brokenLimit(limits, amountMinor);
	const facts = numbers.get(number ?? "") ?? null;
	return { number: facts, alike, duplicates, unmatched, approvers, limits, broken, expectedFee, balance };
}

async function readCorrected({ database }: Context, id: string) {
	return database
		.selectFrom("payment")
		.select(["maker_id", "created_at", "amount", "highest_amount"])
		.where("id", "=", id)
		.executeTakeFirst();
}

/**
 * Uses the newest balance reading, which the worker refreshes. Assumption: the balance already reflects accepted payouts, so only
 * unanswered payouts, including unapproved ones, are subtracted, each with its expected fee.
 */
async function readBalance(
	{ database, config }: Context,
	{ currency, correcting }: PayoutPreviewRequest,
	costMinor: AmountMinor,
	feeOf: FeeOf,
): Promise<PayoutPreview["balance"]> {
	const reading = await newestReading(database, config.environment, currency);
	if (!reading) return null;
	const rows = await database
		.selectFrom("payment")
		.select([sql<boolean>`state = 'awaiting_approval'`.as("waits"), "operator", "amount"])
		.select(sql<number>`count(*)::integer`.as("count"))
		.where("kind", "=", "payout")
		.where("environment", "=", config.environment)
		.where("currency", "=", currency)
		.where("state", "in", UNANSWERED_STATES)
		.where("id", "<>", correcting ?? "")
		.groupBy(["waits", "operator", "amount"])
		.execute();
	const sumOf = async (amounts: readonly Amounts[]) => {
		const { minor, fees } = await sumAmountsAndFees(amounts, feeOf);
		return { count: amounts.reduce((sum, { count }) => sum + count, 0), amount: toDecimal(minor + fees) };
	};
	const onItsWay = await sumOf(rows.filter(({ waits }) => !waits));
	const waiting = await sumOf(rows.filter(({ waits }) => waits));
	const rest = minorOf(reading.balance) - minorOf(onItsWay.amount) - minorOf(waiting.amount) - costMinor;
	const at = reading.fetched_at.toISOString();
	return { balance: reading.balance, at, onItsWay, waiting, rest: toDecimal(rest) };
}

const SHOWN = 5;

/** Returns the newest withdrawals of this amount in the last day that neither reconciliation nor a person explains, at most five. */
async function findUnmatched(
	{ database, config, clock }: SystemContext,
	{ amount, currency }: { amount: string; currency: string },
): Promise<PayoutPreview["unmatched"]> {
	const rows = await database
		.selectFrom("movement")
		.innerJoin("reconciliation_line", "reconciliation_line.movement_id", "movement.id")
		.select(["movement.id", "movement.created_at"])
		.where("movement.environment", "=", config.environment)
		.where("movement.currency", "=", currency)
		.where("movement.type", "=", transactionTypeOf("payout"))
		.where("movement.amount", "=", amount)
		.where("movement.created_at", ">", new Date(clock.now().getTime() - DAY_MS))
		.where("reconciliation_line.status", "=", "unexplained")
		.orderBy("movement.created_at", "desc")
		.orderBy("movement.id", "desc")
		.limit(SHOWN)
		.execute();
	return rows.map(({ id, created_at: at }) => ({ id, createdAt: at.toISOString() }));
}
