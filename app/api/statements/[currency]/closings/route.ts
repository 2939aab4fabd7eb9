import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { monthCloseDecisionSchema } from "#lib/contracts/statement.ts";
import { handle } from "#server/http/route-handler.ts";
import { decideMonthClose } from "#server/statements/decide-month-close.ts";
import { reopenMonth } from "#server/statements/reopen-month.ts";

export const POST = handle(
	{ action: "statement.close", params: currencyPathSchema, body: monthCloseDecisionSchema },
	async (context, input) => {
		const { decision, ...rest } = input;
		if (decision === "reopen") return (await reopenMonth(context, input)) ?? {};
		return decideMonthClose(context, { ...rest, decision });
	},
);
