import type { PaymentKind } from "#lib/payment-state.ts";

/** Papers that leave the desk with a code by which anybody can ask whether the desk issued them. `open`: of a payment that is not final. */
export type PaperKind = `${"receipt" | "open"}.${PaymentKind}` | "statement";
