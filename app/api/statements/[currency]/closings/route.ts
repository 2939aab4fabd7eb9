import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { closingDecisionSchema } from "#lib/contracts/statement.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { decideClosing } from "#server/statements/decide-closing.ts";
import { reopenMonth } from "#server/statements/reopen-month.ts";

const params = z.strictObject({ currency: currencySchema });

export const POST = handle(
	{ action: "statement.close", params, body: closingDecisionSchema },
	async ({ context, params: { currency }, body }) => {
		const { decision, ...rest } = body;
		if (decision === "reopen") return changeAnswer((await reopenMonth(context, { ...body, currency })) ?? {});
		return decideClosing(context, { ...rest, decision, currency });
	},
);
