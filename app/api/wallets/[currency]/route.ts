import { z } from "zod";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { handle } from "#server/http/handle.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";

const params = z.strictObject({ currency: currencySchema });

export const GET = handle({ action: "wallet.read", params }, ({ context, params }) => readWallet(context, params));
