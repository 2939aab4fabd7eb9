import type { z } from "zod";
import { type PayoutPreview, type PayoutPreviewRequest, payoutPreviewRequestSchema } from "#lib/contracts/payment.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { LEAVING_STATES, type PaymentState, UNANSWERED_STATES } from "#lib/payment-state.ts";
import { approversFor, brokenLimit, decidingAmount } from "#lib/payout-rules.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { learnFees } from "#server/payments/request/expected-fee.ts";
import { findDuplicates } from "#server/payments/rules/find-duplicates.ts";
import { highestOf } from "#server/payments/rules/guard-payout.ts";
import { readLeastApprovers } from "#server/payments/rules/least-approvers.ts";
import { readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";

/**
 * What would become of a payout, while it is typed: nothing is kept, and the request looks again. Throws forbidden,
 * invalid_input.
 */
export async function previewPayout(context: Context, input: PayoutPreviewRequest): Promise<PayoutPreview> {
	demand(context, "payout.request");
	const order = parseInput(payoutPreviewRequestSchema, input);
	const { database, config } = context;
	const amountMinor = minorOf(order.amount);
	const rule = await readPayoutRule(database, order.currency);
	const corrected = order.correcting ? await readCorrected(context, order.correcting) : undefined;
	const makerId = corrected?.maker_id ?? context.member.id;
	const feeOf = feesOf(context, order.currency);
	const [duplicates, limits, expected, least] = await Promise.all([
		findOwnDuplicates(context, order),
		readLimitUses(database, rule, {
			environment: config.environment,
			currency: order.currency,
			makerId,
			number: order.destination,
			at: corrected?.created_at ?? context.clock.now(),
			timeZone: config.timeZone,
			except: order.correcting,
		}),
		order.operator === undefined ? null : feeOf(order.operator, amountMinor),
		readLeastApprovers(database, [makerId]),
	]);
	const balance = await readBalance(context, order, amountMinor + (expected ?? 0n), feeOf);
	const asked = { amount: order.amount, highest_amount: corrected ? highestOf(corrected) : null };
	const approvers = least(makerId, approversFor(rule, decidingAmount(asked)));
	const expectedFee = expected === null ? null : toDecimal(expected);
	return { duplicates, approvers, limits, broken: brokenLimit(limits, amountMinor), expectedFee, balance };
}

type FeeOf = (operator: string, amount: AmountMinor) => Promise<AmountMinor | null>;

/** Each operator's fees are read once. */
function feesOf({ database, config: { environment } }: Context, currency: string): FeeOf {
	const known = new Map<string, ReturnType<typeof learnFees>>();
	return async (operator, amount) => {
		const fees = known.get(operator) ?? learnFees(database, { environment, currency, kind: "payout", operator });
		known.set(operator, fees);
		return (await fees)(amount);
	};
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

/**
 * By the last look at the wallet, which the worker keeps young. Assumption: the service has taken off its balance what it
 * accepted, so that only payouts it has not answered yet are still to come off, each with the fee that is expected of it.
 */
async function readBalance(
	{ database, config }: Context,
	{ currency, correcting }: PayoutPreviewRequest,
	costMinor: AmountMinor,
	feeOf: FeeOf,
): Promise<PayoutPreview["balance"]> {
	const look = await database
		.selectFrom("wallet_look")
		.select(["balance", "fetched_at"])
		.where("environment", "=", config.environment)
		.where("currency", "=", currency)
		.orderBy("fetched_at", "desc")
		.limit(1)
		.executeTakeFirst();
	if (!look) return null;
	const rows = await database
		.selectFrom("payment")
		.select(["id", "state", "operator", "amount"])
		.where("kind", "=", "payout")
		.where("environment", "=", config.environment)
		.where("currency", "=", currency)
		.where("state", "in", UNANSWERED_STATES)
		.execute();
	const sum = (states: readonly PaymentState[]) => {
		const found = rows.filter(({ id, state }) => id !== correcting && states.includes(state));
		return { count: found.length, minor: found.reduce((all, { amount }) => all + minorOf(amount), 0n) };
	};
	const [onItsWay, waiting] = [sum(LEAVING_STATES), sum(["awaiting_approval"])];
	for (const { id, state, operator, amount } of rows) {
		if (id === correcting || state === "awaiting_approval") continue;
		onItsWay.minor += (await feeOf(operator, minorOf(amount))) ?? 0n;
	}
	return {
		balance: look.balance,
		at: look.fetched_at.toISOString(),
		onItsWay: { count: onItsWay.count, amount: toDecimal(onItsWay.minor) },
		waiting: { count: waiting.count, amount: toDecimal(waiting.minor) },
		rest: toDecimal(minorOf(look.balance) - onItsWay.minor - costMinor),
	};
}
