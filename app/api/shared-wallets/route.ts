import { sharedWalletSchema } from "#lib/contracts/wallet-gaps.ts";
import { changeAnswer } from "#server/http/change-answer.ts";
import { handle } from "#server/http/handle.ts";
import { changeSharedWallet } from "#server/settings/change-shared-wallet.ts";

export const PUT = handle({ action: "settings.manage", body: sharedWalletSchema }, async ({ context, body }) =>
	changeAnswer(await changeSharedWallet(context, body)),
);
