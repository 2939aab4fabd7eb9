/** A rule's amounts as typed. An empty field means that the rule does not have this amount. */

import type { AmountField, PayoutRule, PayoutRuleChange } from "#lib/contracts/payout-rule.ts";
import { typedText } from "#lib/text/typed-text.ts";

export type RuleDraft = Record<AmountField, string>;

export function draftOfRule(rule: PayoutRule): RuleDraft {
	const text = (amount: string | null) => (amount ?? "").replace(/\.00$/, "");
	return {
		perPayment: text(rule.perPayment),
		perPersonDay: text(rule.perPersonDay),
		perDestinationDay: text(rule.perDestinationDay),
		noApproverUpTo: rule.noApproverUpTo === "0.00" ? "" : text(rule.noApproverUpTo),
		oneApproverUpTo: text(rule.oneApproverUpTo),
	};
}

export function changeOf(draft: RuleDraft, version: number): PayoutRuleChange {
	const amount = (typed: string) => typedText(typed).replace(/\.$/, "") || null;
	const amounts = Object.entries(draft).map(([field, typed]) => [field, amount(typed)]);
	return { version, ...(Object.fromEntries(amounts) as Record<AmountField, string | null>) };
}
