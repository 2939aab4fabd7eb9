/** The ways in which an operator's payers pay: by link, by a code they request, or by a prompt. Separate from the contract: forms need no zod. */

export const FLOWS = ["payment_url", "otp", "ussd"] as const;
export type Flow = (typeof FLOWS)[number];
