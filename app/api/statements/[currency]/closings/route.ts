import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { closingDecisionSchema } from "#lib/contracts/statement.ts";
import { handle } from "#server/http/handle.ts";
import { decideClosing } from "#server/statements/decide-closing.ts";
import { reopenMonth } from "#server/statements/reopen-month.ts";

export const POST = handle(
	{ action: "statement.close", params: currencyPathSchema, body: closingDecisionSchema },
	async (context, input) => {
		const { decision, ...rest } = input;
		if (decision === "reopen") return (await reopenMonth(context, input)) ?? {};
		return decideClosing(context, { ...rest, decision });
	},
);
