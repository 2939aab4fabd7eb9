"use client";
import { useRareLabels } from "#components/payments/list/use-rare-labels.ts";
import { useUsualLabels } from "#components/payments/list/use-usual-labels.ts";
import { AllTexts } from "#components/ui/all-texts.tsx";
import { ColumnsForm } from "#components/views/columns-form.tsx";
import type { PaymentKind } from "#lib/payment-state.ts";

/** The choice of columns of Deposits and Payouts. */
export default function PaymentColumns(props: { kind: PaymentKind }) {
	return (
		<AllTexts>
			<Labelled {...props} />
		</AllTexts>
	);
}

function Labelled({ kind }: { kind: PaymentKind }) {
	return <ColumnsForm list={`${kind}s`} labels={{ ...useUsualLabels(kind), ...useRareLabels() }} />;
}
