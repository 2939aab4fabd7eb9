"use client";
import { EvidencePanel } from "#components/payments/settle/evidence-panel.tsx";
import { RefreshEvidence } from "#components/payments/settle/refresh-evidence.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled } from "#lib/payment-state.ts";
import { may, type Role } from "#lib/roles.ts";

interface DoubtPanelProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	role: Role;
}

/** The evidence where the outcome is in doubt, and where people have settled it. */
export function SettlePanel({ payment, evidence, role }: DoubtPanelProps) {
	const open = isInDoubt(payment.state);
	if (!open && !isSettled(payment.state)) return null;
	const mayRefresh = open && may(role, "movement.refresh");
	const action = mayRefresh ? <RefreshEvidence currency={payment.currency} /> : null;
	return <EvidencePanel payment={payment} evidence={evidence} action={action} />;
}
