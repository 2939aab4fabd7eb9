import { sql } from "kysely";
import type { z } from "zod";
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
import { findAlike } from "#server/payments/rules/find-alike.ts";
import { findDuplicates } from "#server/payments/rules/find-duplicates.ts";
import { readLeastApprovers } from "#server/payments/rules/least-approvers.ts";
import { readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import { newestReading } from "#server/wallets/balance-readings.ts";

/** Shows a payout's effects while the form is filled in. Saves nothing; the request checks again. Throws forbidden, invalid_input. */
export async function previewPayout(context: Context, input: PayoutPreviewRequest): Promise<PayoutPreview> {
	requirePermission(context, "payout.request");
	const order = parseInput(payoutPreviewRequestSchema, input);
	const { database, config } = context;
	const amountMinor = minorOf(order.amount);
	const rule = await readPayoutRule(database, order.currency);
	const corrected = order.correcting ? await readCorrected(context, order.correcting) : undefined;
	const makerId = corrected?.maker_id ?? context.member.id;
	const { environment } = config;
	const own = { id: order.correcting ?? "", maker_id: makerId, environment, phone_number: order.destination };
	const feeOf = payoutFees(database, { environment, currency: order.currency });
	const [number, duplicates, unmatched, limits, expected, least] = await Promise.all([
		readNumber(context, order.destination),
		findOwnDuplicates(context, order),
		findUnmatched(context, order),
		readLimitUses(database, rule, {
			environment,
			currency: order.currency,
			makerId,
			number: order.destination,
			at: corrected?.created_at ?? context.clock.now(),
			timeZone: config.timeZone,
			except: order.correcting,
		}),
		order.operator === undefined ? null : feeOf(order.operator, amountMinor),
		readLeastApprovers(database, [own]),
	]);
	const alike = await findAlikeOf(context, order, duplicates);
	const balance = await readBalance(context, order, amountMinor + (expected ?? 0n), feeOf);
	const deciding = decidingAmount(order.amount, corrected?.amount, corrected?.highest_amount);
	const byAmount = approversFor(rule, deciding);
	// A correction by somebody other than the maker needs an approver.
	const approvers = least(own.id, makerId === context.member.id ? byAmount : byAmount || 1);
	const expectedFee = expected === null ? null : toDecimal(expected);
	const broken = brokenLimit(limits, amountMinor);
	return { number, alike, duplicates, unmatched, approvers, limits, broken, expectedFee, balance };
}

async function readNumber({ database, config }: Context, number: string | null): Promise<PayoutPreview["number"]> {
	if (number === null) return null;
	const { environment } = config;
	return (await resolveNumbers(database, { environment, numbers: [number] })).get(number) ?? null;
}

async function readCorrected({ database }: Context, id: string) {
	return database
		.selectFrom("payment")
		.select(["maker_id", "created_at", "amount", "highest_amount"])
		.where("id", "=", id)
		.executeTakeFirst();
}

async function findOwnDuplicates(
	context: Context,
	order: z.output<typeof payoutPreviewRequestSchema>,
): Promise<string[]> {
	const { amount, currency, destination, correcting } = order;
	if (destination === null) return [];
	const facts = { environment: context.config.environment, currency, phone_number: destination, amount };
	return findDuplicates(context.database, facts, { at: context.clock.now(), except: correcting });
}

/** Excludes `duplicates`, which are shown separately and require a reason. */
async function findAlikeOf(
	{ database, config, clock }: Context,
	{ amount, currency, destination, metadata, correcting = "" }: z.output<typeof payoutPreviewRequestSchema>,
	duplicates: readonly string[],
): Promise<PayoutPreview["alike"]> {
	const facts = { environment: config.environment, currency, phone_number: destination, amount };
	const texts = { note: metadata?.note || null, metadata: metadata ?? null };
	const found = await findAlike(database, [
		{ ...facts, ...texts, id: correcting, at: clock.now(), without: duplicates },
	]);
	return found.get(correcting) ?? [];
}

/**
 * Uses the newest balance reading, which the worker refreshes. Assumption: the balance already reflects accepted payouts, so only
 * unanswered payouts, also unapproved ones, are subtracted, each with its expected fee.
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
