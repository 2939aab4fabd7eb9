import { sendOrderSchema } from "#lib/contracts/payout-rule.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeSendOrder } from "#server/settings/change-send-order.ts";

export const PUT = handle({ action: "settings.manage", body: sendOrderSchema }, changeSendOrder);
