import { answerWalletSchema } from "#lib/contracts/wallet-witness.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { readWalletWitness } from "#server/continuity/read-wallet-witness.ts";
import { handle } from "#server/http/handle.ts";

export const GET = handle({ action: "settings.read" }, ({ context }) => readWalletWitness(context));

/** An admin says what the wallet shows of each held payout. */
export const POST = handle({ action: "settings.manage", body: answerWalletSchema }, ({ context, body }) =>
	answerWallet(context, body),
);
