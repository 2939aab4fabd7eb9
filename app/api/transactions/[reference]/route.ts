import { z } from "zod";
import { found, handle } from "#server/http/route-handler.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";

// `lookUpTransaction` validates the reference: it answers an invalid one with the reason and does not ask the service.
const params = z.object({ reference: z.string() });

export const GET = handle({ action: "transaction.read", params }, async (context, input) =>
	found(await lookUpTransaction(context, input)),
);
