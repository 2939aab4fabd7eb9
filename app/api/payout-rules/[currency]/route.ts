import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { payoutRuleChangeSchema } from "#lib/contracts/payout-rule.ts";
import { handle } from "#server/http/route-handler.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";

export const PUT = handle(
	{ action: "settings.manage", params: currencyPathSchema, body: payoutRuleChangeSchema },
	(context, input) => {
		const { currency, ...change } = input;
		return changePayoutRule(context, { currency, change });
	},
);
