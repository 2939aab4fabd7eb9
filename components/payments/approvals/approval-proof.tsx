"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { ApprovalFacts } from "#components/payments/approvals/approval-facts.tsx";
import { PayoutWarnings } from "#components/payments/payout-warnings.tsx";
import { later, withTexts } from "#components/ui/all-texts.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

const StepUpProof = later(() => import("#components/second-factor/step-up-proof.tsx"), withTexts);

interface ApprovalProofProps {
	payment: PaymentSummary;
	onProved: () => void;
}

/** Asks for the proof that each approval needs, so that one dialog is enough; the payout's facts come from the database. */
export function ApprovalProof({ payment, onProved }: ApprovalProofProps) {
	const t = useTranslations("payouts.confirm");
	const { id, version } = payment;
	const amount = moneyText(payment.amount, payment.currency, useLocale());
	const need = useMemo(
		(): StepUpNeed => ({ purpose: "approve", subjects: [{ kind: "payout", id, version }] }),
		[id, version],
	);
	return (
		<>
			<ApprovalFacts payment={payment} />
			<StepUpProof need={need} act={t("approveAct", { amount })} onProved={onProved}>
				<PayoutWarnings payment={payment} />
			</StepUpProof>
		</>
	);
}
