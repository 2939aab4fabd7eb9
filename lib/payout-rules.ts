/** Which rule an amount meets: how many people approve it, and which limit it breaks. Pure; the database repeats the first choice. */
import type { LimitKind, LimitUse, PayoutRule } from "#lib/contracts/payout-rule.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";

export type Approvers = 0 | 1 | 2;

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

/**
 * Both bounds belong to the milder side: "up to and including". Without anybody only under a daily cap per person: a rule
 * from before that has none asks for one.
 */
export function approversFor(
	rule: Pick<PayoutRule, "noApproverUpTo" | "oneApproverUpTo" | "perPersonDay">,
	amountMinor: AmountMinor,
): Approvers {
	const none = isCapMissing(rule) ? 0n : minorOf(rule.noApproverUpTo);
	const one = rule.oneApproverUpTo === null ? null : minorOf(rule.oneApproverUpTo);
	if (amountMinor <= none) return 0;
	// guard: large-amounts-take-two
	return one === null || amountMinor <= one ? 1 : 2;
}

/** Amounts that nobody approves, and no cap on what one person sends of them in a day. */
export function isCapMissing({
	noApproverUpTo,
	perPersonDay,
}: Pick<PayoutRule, "noApproverUpTo" | "perPersonDay">): boolean {
	return minorOf(noApproverUpTo) !== 0n && perPersonDay === null;
}

/** The amount that decides how many approve: lowering one that needed somebody does not slip below a tier. */
export function decidingAmount({
	amount,
	highest_amount,
}: {
	amount: string;
	highest_amount: string | null;
}): AmountMinor {
	const [asked, highest] = [minorOf(amount), highest_amount === null ? 0n : minorOf(highest_amount)];
	return asked > highest ? asked : highest;
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
	if (limit === null) return [];
	const limitMinor = minorOf(limit);
	const rest = limitMinor > usedMinor ? limitMinor - usedMinor : 0n;
	return [{ kind, currency, limit, used: toDecimal(usedMinor), left: toDecimal(rest) }];
}

function leftMinor(left: string): AmountMinor {
	return minorOf(left);
}
