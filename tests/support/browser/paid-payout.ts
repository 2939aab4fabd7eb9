import type { Payment } from "#lib/contracts/payment.ts";
import type { DeskHand } from "#tests/support/browser/desk-hand.ts";

/** The service knows the payout under its reference. */
export async function paidPayout(
	hand: (role: "maker" | "approver") => Promise<DeskHand>,
	order: { amount: string; note?: string },
): Promise<Payment & { reference: string }> {
	const approver = await hand("approver");
	const payout = await approver.approve(await (await hand("maker")).requestPayout(order));
	const done = await approver.until(payout, "succeeded");
	return { ...done, reference: done.reference ?? "no reference" };
}
