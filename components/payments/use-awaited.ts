"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Payment } from "#lib/contracts/payment.ts";
import { checkPayment, paymentQueries } from "#lib/queries/payments.ts";

// Somebody waits at the counter, so the answer is on the screen five seconds after the service has it.
const ASK_MS = 4_000;

/** Has the service asked about a pending payment as long as its page is open and visible; the desk limits how often for all pages. */
export function useAwaited(payment: Payment | undefined): void {
	const client = useQueryClient();
	const isPending = payment?.state === "pending";
	const { kind, id } = payment ?? {};
	useEffect(() => {
		if (!isPending || !kind || !id) return;
		let isAsking = false;
		const ask = async () => {
			if (document.hidden || isAsking) return;
			isAsking = true;
			try {
				client.setQueryData(paymentQueries.detail(kind, id).queryKey, await checkPayment(kind, id));
			} catch {
				// The worker's own checks go on, and the page says when the last one was.
			} finally {
				isAsking = false;
			}
		};
		const timer = setInterval(() => void ask(), ASK_MS);
		return () => clearInterval(timer);
	}, [client, isPending, kind, id]);
}
