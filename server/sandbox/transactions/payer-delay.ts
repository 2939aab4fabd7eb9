/** The time that payers take in each flow. An operator's flow (link, code or prompt) is set in lib/operators.ts. */
import type { Flow } from "#lib/payments/flows.ts";

/** Time from the subscriber's answer to the deposit's end. */
export const SETTLE_MS: Record<Flow, number> = {
	payment_url: 1_000,
	otp: 5_000,
	ussd: 2_000,
};
// Median and 95th percentile of a payer's own time: 20 s and 3 min for a prompt; links and codes take longer.
const PATIENCE: Record<Flow, { medianMs: number; p95Ms: number }> = {
	ussd: { medianMs: 20_000, p95Ms: 180_000 },
	payment_url: { medianMs: 45_000, p95Ms: 240_000 },
	otp: { medianMs: 40_000, p95Ms: 200_000 },
};

/** Log-normal delay of a payer who answers by themselves. */
export function payerDelayMs(flow: Flow, random: () => number): number {
	const { medianMs, p95Ms } = PATIENCE[flow];
	const sigma = Math.log(p95Ms / medianMs) / 1.645;
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return Math.round(medianMs * Math.exp(sigma * normal));
}
