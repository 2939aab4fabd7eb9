import { answerWalletSchema } from "#lib/contracts/wallet-witness.ts";
import { LONG_LIST_BYTES } from "#lib/payments/lists.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { readWalletWitness } from "#server/continuity/read-wallet-witness.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ action: "settings.read" }, ({ context }) => readWalletWitness(context));

export const POST = handle(
	{ action: "settings.manage", body: answerWalletSchema, bodyBytes: LONG_LIST_BYTES },
	async ({ context, body }) => changeAnswer(await answerWallet(context, body)),
);
