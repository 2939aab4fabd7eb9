import { currencyPathSchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/route-handler.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";

export const GET = handle({ action: "wallet.read", params: currencyPathSchema }, readWallet);
