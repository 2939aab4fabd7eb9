"use client";
import { useQuery } from "@tanstack/react-query";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

// A scheduled reading without news sends no live update, but the page shows its time.
const REGULAR_MS = 60_000;

/** `at` if it is later than the page's render time, else null. */
export function laterThan(start: string, at: string | null | undefined): string | null {
	return at && Date.parse(at) > Date.parse(start) ? at : null;
}

/** Fetched only for a payment that is or was in doubt. */
export function useEvidence(payment: Payment | undefined, kind: Payment["kind"], id: string): EvidenceView | undefined {
	const enabled = payment !== undefined && (isInDoubt(payment.state) || isSettled(payment.state));
	const refetchInterval = payment && isInDoubt(payment.state) ? REGULAR_MS : (false as const);
	const { data } = useQuery({ ...paymentQueries.evidence(kind, id), enabled, refetchInterval });
	return enabled ? data : undefined;
}
