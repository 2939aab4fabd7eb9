import { sharedWalletSchema } from "#lib/contracts/wallet-gaps.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeSharedWallet } from "#server/settings/change-shared-wallet.ts";

export const PUT = handle({ action: "settings.manage", body: sharedWalletSchema }, changeSharedWallet);
