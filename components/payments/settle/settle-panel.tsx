"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { EvidencePanel } from "#components/payments/settle/evidence-panel.tsx";
import { Button } from "#components/ui/button.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled } from "#lib/payment-state.ts";
import { refreshMovements } from "#lib/queries/movements.ts";
import { may, type Role } from "#lib/roles.ts";

interface MismatchPanelProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	role: Role;
}

/** The evidence for a payment in doubt or settled by people. */
export function SettlePanel({ payment, evidence, role }: MismatchPanelProps) {
	const open = isInDoubt(payment.state);
	if (!open && !isSettled(payment.state)) return null;
	const mayRefresh = open && may(role, "movement.refresh");
	const action = mayRefresh ? <RefreshEvidence currency={payment.currency} /> : null;
	return <EvidencePanel payment={payment} evidence={evidence} action={action} />;
}

/** Requests a refresh of the wallet's movements; a live update brings the result. */
function RefreshEvidence({ currency }: { currency: string }) {
	const t = useTranslations("settlement.evidence");
	const errorText = useErrorText();
	const refresh = useMutation({ mutationFn: () => refreshMovements(currency) });
	return (
		<span className="flex items-center gap-2">
			{refresh.isError ? (
				<span role="alert" className="text-danger text-xs">
					{errorText(refresh.error)}
				</span>
			) : null}
			<Button size="sm" variant="ghost" className="-mr-2" busy={refresh.isPending} onClick={() => refresh.mutate()}>
				{t("refresh")}
			</Button>
		</span>
	);
}
