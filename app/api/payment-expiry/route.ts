import { paymentExpirySchema } from "#lib/contracts/payout-rule.ts";
import { handle } from "#server/http/route-handler.ts";
import { changePaymentExpiry } from "#server/settings/change-payment-expiry.ts";

export const PUT = handle({ action: "settings.manage", body: paymentExpirySchema }, changePaymentExpiry);
