/** Ways in which a payer confirms: on a web page, by a code that they request, or at a prompt on the phone. Without zod, for forms. */

export const FLOWS = ["payment_url", "otp", "ussd"] as const;
export type Flow = (typeof FLOWS)[number];
