/** Which rule an amount meets: how many people approve it, and which limit it breaks. Pure; the database repeats the first choice. */
import type { LimitKind, LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { type AmountMinor, parseDecimal, toDecimal } from "#lib/money.ts";

export type Approvers = 0 | 1 | 2;

/** A word or two is no reason to pay the same amount to the same number again. */
export const DUPLICATE_REASON_LENGTH = 10;

/** Without a rule: no limits, and one approver whatever the amount. */
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

/** Both bounds belong to the milder side: "up to and including". */
export function approversFor(
	rule: Pick<PayoutRule, "noApproverUpTo" | "oneApproverUpTo">,
	amountMinor: AmountMinor,
): Approvers {
	const none = parseDecimal(rule.noApproverUpTo) ?? 0n;
	const one = rule.oneApproverUpTo === null ? null : (parseDecimal(rule.oneApproverUpTo) ?? 0n);
	if (amountMinor <= none) return 0;
	return one === null || amountMinor <= one ? 1 : 2;
}

/** What was used before the payment in question. */
export interface DaySums {
	personDayMinor: AmountMinor;
	destinationDayMinor: AmountMinor;
}

/** The limits that exist, each with what is used of it. */
export function limitUses(rule: PayoutRule, { personDayMinor, destinationDayMinor }: DaySums): LimitUse[] {
	return [
		...limitUse("payment", rule.currency, rule.perPayment, 0n),
		...limitUse("person_day", rule.currency, rule.perPersonDay, personDayMinor),
		...limitUse("destination_day", rule.currency, rule.perDestinationDay, destinationDayMinor),
	];
}

/** The limit that leaves least room, when the amount does not fit under all of them. */
export function brokenLimit(uses: readonly LimitUse[], amountMinor: AmountMinor): LimitUse | null {
	const broken = uses.filter(({ left }) => amountMinor > leftMinor(left));
	return broken.reduce<LimitUse | null>(
		(least, use) => (least === null || leftMinor(use.left) < leftMinor(least.left) ? use : least),
		null,
	);
}

function limitUse(kind: LimitKind, currency: string, limit: string | null, usedMinor: AmountMinor): LimitUse[] {
	const limitMinor = limit === null ? null : parseDecimal(limit);
	if (limit === null || limitMinor === null) return [];
	const rest = limitMinor > usedMinor ? limitMinor - usedMinor : 0n;
	return [{ kind, currency, limit, used: toDecimal(usedMinor), left: toDecimal(rest) }];
}

function leftMinor(left: string): AmountMinor {
	return parseDecimal(left) ?? 0n;
}
