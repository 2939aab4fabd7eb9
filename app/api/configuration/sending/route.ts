import { handle } from "#server/http/handle.ts";
import { resumeSending } from "#server/payments/stop/resume-sending.ts";

/** Lifts the stop that a refusal of our keys has set. */
export const POST = handle({ action: "settings.manage" }, ({ context }) => resumeSending(context));
