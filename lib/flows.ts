/** How an operator has its payers pay: by a link, by a code they ask for, by a prompt. Apart from its contract: forms need no zod. */

export const FLOWS = ["payment_url", "otp", "ussd"] as const;
export type Flow = (typeof FLOWS)[number];
