"use client";
import { useRareLabels } from "#components/payments/list/use-rare-labels.ts";
import { useUsualLabels } from "#components/payments/list/use-usual-labels.ts";
import { AllTexts } from "#components/ui/all-texts.tsx";
import { ViewPanel } from "#components/views/view-panel.tsx";
import type { PaymentKind } from "#lib/payment-state.ts";

interface PaymentViewPanelProps {
	kind: PaymentKind;
	onOpened: () => void;
}

/** How a member looks at Deposits or Payouts. */
export default function PaymentViewPanel(props: PaymentViewPanelProps) {
	return (
		<AllTexts>
			<Labelled {...props} />
		</AllTexts>
	);
}

function Labelled({ kind, onOpened }: PaymentViewPanelProps) {
	return <ViewPanel list={`${kind}s`} labels={{ ...useUsualLabels(kind), ...useRareLabels() }} onOpened={onOpened} />;
}
