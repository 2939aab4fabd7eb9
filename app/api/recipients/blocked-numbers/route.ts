import { blockRequestSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/handle.ts";
import { blockNumber, listBlockedNumbers } from "#server/recipients/blocked-numbers.ts";

export const GET = handle({ action: "recipient.read" }, ({ context }) => listBlockedNumbers(context));

export const POST = handle({ action: "recipient.block", body: blockRequestSchema, status: 201 }, ({ context, body }) =>
	blockNumber(context, body),
);
