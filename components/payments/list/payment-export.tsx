"use client";
import { useSearchParams } from "next/navigation";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentExportPath } from "#lib/queries/payments.ts";
import { withoutPages } from "#lib/view-address.ts";

/** The list that stands below, as a file. */
export function PaymentExport({ kind }: { kind: PaymentKind }) {
	const { query } = readPaymentQuery(new URLSearchParams(useSearchParams()));
	return <ExportMenu path={paymentExportPath(kind)} query={withoutPages(query)} />;
}
