import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { PaymentLine } from "#lib/contracts/payment.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

// Shorter texts are in almost every payment.
const SHORTEST = 3;
const OF_EACH_KIND = 5;
/** So long nobody types on. */
const PAUSE_MS = 200;

/** Payouts and deposits that a piece of the reference, the note or the id names, or the last digits of the number; newest first. */
export function useFoundPayments(text: string): readonly PaymentLine[] {
	const [search, setSearch] = useState("");
	useEffect(() => {
		const timer = setTimeout(() => setSearch(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	const enabled = search.length >= SHORTEST;
	const found = useQueries({
		queries: (["payout", "deposit"] as const).map((kind) => ({
			...paymentQueries.list(kind, { search, limit: OF_EACH_KIND }),
			enabled,
		})),
	});
	// What an earlier text had found would be opened by Enter all the same.
	if (!enabled || search !== text) return [];
	return found.flatMap(({ data, isPlaceholderData }) => (isPlaceholderData ? [] : (data?.items ?? [])));
}
