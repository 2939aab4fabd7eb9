/**
 * Applies the payout rules to an amount: how many people must approve it, and which limit it exceeds. A trigger in the database also
 * enforces the number of approvers.
 */
import type { LimitKind, LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";

export type Approvers = 0 | 1 | 2;

/** The rule of a wallet for which nobody set one: no limits, and one approver for any amount. */
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

/** An amount equal to `noApproverUpTo` or `oneApproverUpTo` is within it. */
export function approversFor(
	rule: Pick<PayoutRule, "noApproverUpTo" | "oneApproverUpTo">,
	amountMinor: AmountMinor,
): Approvers {
	const one = rule.oneApproverUpTo === null ? null : minorOf(rule.oneApproverUpTo);
	if (amountMinor <= minorOf(rule.noApproverUpTo)) return 0;
	return one === null || amountMinor <= one ? 1 : 2;
}

/** Returns the largest amount that the payout ever had: it decides the number of approvers, so that an edit cannot reduce them. */
export function decidingAmount(amount: string, ...earlier: (string | null | undefined)[]): AmountMinor {
	let highest = minorOf(amount);
	for (const each of earlier) if (typeof each === "string" && minorOf(each) > highest) highest = minorOf(each);
	return highest;
}

/** The sums of today's other payouts, by the same maker and to the same number. */
export interface DaySums {
	personDayMinor: AmountMinor;
	destinationDayMinor: AmountMinor;
}

export function limitUses(rule: PayoutRule, { personDayMinor, destinationDayMinor }: DaySums): LimitUse[] {
	return [
		...limitUse("payment", rule.currency, rule.perPayment, 0n),
		...limitUse("person_day", rule.currency, rule.perPersonDay, personDayMinor),
		...limitUse("destination_day", rule.currency, rule.perDestinationDay, destinationDayMinor),
	];
}

/** Returns the exceeded limit of which the least is left; null when the amount is within all limits. */
export function brokenLimit(uses: readonly LimitUse[], amountMinor: AmountMinor): LimitUse | null {
	const broken = uses.filter(({ left }) => amountMinor > minorOf(left));
	return broken.reduce<LimitUse | null>(
		(least, use) => (least === null || minorOf(use.left) < minorOf(least.left) ? use : least),
		null,
	);
}

/** Returns each payout's exceeded limit, or null. Payouts count in list order; one over a limit does not count for later ones. */
export function brokenLimits(
	rule: PayoutRule,
	{ personDayMinor, byNumber }: { personDayMinor: AmountMinor; byNumber: ReadonlyMap<string, AmountMinor> },
	payouts: readonly { number: string; amount: string }[],
): (LimitUse | null)[] {
	let ofPerson = personDayMinor;
	const ofNumber = new Map(byNumber);
	return payouts.map(({ number, amount }) => {
		const destinationDayMinor = ofNumber.get(number) ?? 0n;
		const amountMinor = minorOf(amount);
		const broken = brokenLimit(limitUses(rule, { personDayMinor: ofPerson, destinationDayMinor }), amountMinor);
		if (broken) return broken;
		ofPerson += amountMinor;
		ofNumber.set(number, destinationDayMinor + amountMinor);
		return null;
	});
}

function limitUse(kind: LimitKind, currency: string, limit: string | null, usedMinor: AmountMinor): LimitUse[] {
	if (limit === null) return [];
	const limitMinor = minorOf(limit);
	const rest = limitMinor > usedMinor ? limitMinor - usedMinor : 0n;
	return [{ kind, currency, limit, used: toDecimal(usedMinor), left: toDecimal(rest) }];
}
