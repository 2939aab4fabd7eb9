/**
 * Applies payout rules to an amount: how many people approve it, and which limit it exceeds. The database repeats the number of
 * approvers.
 */
import type { LimitKind, LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";

export type Approvers = 0 | 1 | 2;

/** Without a rule there are no limits, and one approver for any amount. */
export function ruleWithoutDecision(currency: string): PayoutRule {
	return {
		currency,
		version: 0,
		perPayment: null,
		perPersonDay: null,
		perDestinationDay: null,
		noApproverUpTo: "0.00",
		oneApproverUpTo: null,
		changedAt: null,
		changedBy: null,
	};
}

/** Both bounds are inclusive: "up to and including". */
export function approversFor(
	rule: Pick<PayoutRule, "noApproverUpTo" | "oneApproverUpTo">,
	amountMinor: AmountMinor,
): Approvers {
	const one = rule.oneApproverUpTo === null ? null : minorOf(rule.oneApproverUpTo);
	if (amountMinor <= minorOf(rule.noApproverUpTo)) return 0;
	// guard: large-amounts-take-two
	return one === null || amountMinor <= one ? 1 : 2;
}

/** The largest amount that was asked for decides the number of approvers: lowering an amount must not reduce it. */
export function decidingAmount(amount: string, ...earlier: (string | null | undefined)[]): AmountMinor {
	let highest = minorOf(amount);
	for (const each of earlier) if (typeof each === "string" && minorOf(each) > highest) highest = minorOf(each);
	return highest;
}

/** The sums used before this payment. */
export interface DaySums {
	personDayMinor: AmountMinor;
	destinationDayMinor: AmountMinor;
}

/** Each limit with its use so far. */
export function limitUses(rule: PayoutRule, { personDayMinor, destinationDayMinor }: DaySums): LimitUse[] {
	return [
		...limitUse("payment", rule.currency, rule.perPayment, 0n),
		...limitUse("person_day", rule.currency, rule.perPersonDay, personDayMinor),
		...limitUse("destination_day", rule.currency, rule.perDestinationDay, destinationDayMinor),
	];
}

/** The exceeded limit with the least left; null when the amount is within all limits. */
export function brokenLimit(uses: readonly LimitUse[], amountMinor: AmountMinor): LimitUse | null {
	const broken = uses.filter(({ left }) => amountMinor > leftMinor(left));
	return broken.reduce<LimitUse | null>(
		(least, use) => (least === null || leftMinor(use.left) < leftMinor(least.left) ? use : least),
		null,
	);
}

function limitUse(kind: LimitKind, currency: string, limit: string | null, usedMinor: AmountMinor): LimitUse[] {
	if (limit === null) return [];
	const limitMinor = minorOf(limit);
	const rest = limitMinor > usedMinor ? limitMinor - usedMinor : 0n;
	return [{ kind, currency, limit, used: toDecimal(usedMinor), left: toDecimal(rest) }];
}

function leftMinor(left: string): AmountMinor {
	return minorOf(left);
}
