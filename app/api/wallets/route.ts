import { handle } from "#server/http/route-handler.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";

export const GET = handle({ action: "wallet.read" }, listWallets);
