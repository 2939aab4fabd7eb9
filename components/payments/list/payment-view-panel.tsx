"use client";
import { useUsualLabels } from "#components/payments/list/payment-table.tsx";
import { useRareLabels } from "#components/payments/list/rare-column.tsx";
import { ViewPanel } from "#components/views/view-panel.tsx";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentViewPanelProps {
	kind: PaymentKind;
	onOpened: () => void;
}

/** How a member looks at Deposits or Payouts. */
export default function PaymentViewPanel({ kind, onOpened }: PaymentViewPanelProps) {
	return <ViewPanel list={`${kind}s`} labels={{ ...useUsualLabels(kind), ...useRareLabels() }} onOpened={onOpened} />;
}
