import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { payoutRuleChangeSchema } from "#lib/contracts/payout-rule.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changePayoutRule } from "#server/settings/change-payout-rule.ts";

const params = z.strictObject({ currency: currencySchema });

export const PUT = handle(
	{ action: "settings.manage", params, body: payoutRuleChangeSchema },
	async ({ context, ...call }) =>
		changeAnswer(await changePayoutRule(context, { currency: call.params.currency, change: call.body })),
);
