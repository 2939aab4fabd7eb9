import { z } from "zod";
import { AppError } from "#server/errors.ts";
import { handle } from "#server/http/handle.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";

// The verb judges the reference: a hostile one gets its reason, and the service is not asked.
const params = z.object({ reference: z.string() });

export const GET = handle({ action: "transaction.read", params }, async ({ context, params: { reference } }) => {
	const transaction = await lookUpTransaction(context, { reference });
	if (transaction === null) throw new AppError("not_found", "the service knows no such transaction");
	return transaction;
});
