import { z } from "zod";
import { found, handle } from "#server/http/handle.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";

// The verb validates the reference: an invalid one gets its reason, and the service is not asked.
const params = z.object({ reference: z.string() });

export const GET = handle({ action: "transaction.read", params }, async ({ context, params: { reference } }) =>
	found(await lookUpTransaction(context, { reference })),
);
