"use client";
import { useQuery } from "@tanstack/react-query";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

/** Asked for only while it matters, or did. */
export function useEvidence(payment: Payment | undefined, kind: Payment["kind"], id: string): EvidenceView | undefined {
	const enabled = payment !== undefined && (isInDoubt(payment.state) || isSettled(payment.state));
	const { data } = useQuery({ ...paymentQueries.evidence(kind, id), enabled });
	return enabled ? data : undefined;
}
