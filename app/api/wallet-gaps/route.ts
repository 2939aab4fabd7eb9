import { answerWalletSchema } from "#lib/contracts/wallet-gaps.ts";
import { LONG_LIST_BYTES } from "#lib/payments/lists.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { handle } from "#server/http/route-handler.ts";

export const GET = handle({ action: "settings.read" }, listWalletGaps);

export const POST = handle(
	{ action: "settings.manage", body: answerWalletSchema, bodyBytes: LONG_LIST_BYTES },
	answerWallet,
);
