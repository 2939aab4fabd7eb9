import { blockRequestSchema } from "#lib/contracts/recipient.ts";
import { handle } from "#server/http/route-handler.ts";
import { blockNumber } from "#server/recipients/block-number.ts";
import { listBlockedNumbers } from "#server/recipients/list-blocked-numbers.ts";

export const GET = handle({ action: "recipient.read" }, listBlockedNumbers);

export const POST = handle({ action: "recipient.block", body: blockRequestSchema, status: 201 }, blockNumber);
