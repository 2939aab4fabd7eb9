import type { PaymentKind } from "#lib/payment-state.ts";

/** Kinds of papers that have a check code. `open`: a receipt for a payment whose outcome was not final. */
export type PaperKind = `${"receipt" | "open"}.${PaymentKind}` | "statement";
