import type { PaymentKind } from "#lib/payment-state.ts";

/** Papers with a code by which anybody can check that the desk issued them. `open`: the payment's outcome was not final. */
export type PaperKind = `${"receipt" | "open"}.${PaymentKind}` | "statement";
