import { handle } from "#server/http/handle.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";

export const GET = handle({ action: "wallet.read" }, listWallets);
