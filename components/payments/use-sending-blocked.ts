"use client";
import { useQuery } from "@tanstack/react-query";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { statusQueries } from "#lib/queries/status.ts";

/** True while this payment cannot leave for a reason that the frame shows on every page. */
export function useSendingBlocked({ kind, currency }: Pick<PaymentSummary, "kind" | "currency">): boolean {
	const { data } = useQuery(statusQueries.now());
	return (
		data !== undefined &&
		(data.sendingStoppedAt !== null ||
			data.databaseMismatch !== null ||
			(kind === "payout" && data.walletWaits.some((wait) => wait.currency === currency)) ||
			!data.worker.alive)
	);
}
