"use client";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo } from "react";
import { PayoutWarnings } from "#components/payments/approvals/payout-warnings.tsx";
import { approvalsLeft } from "#components/payments/decision-rights.ts";
import { AllTexts } from "#components/ui/all-texts.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

const StepUpProof = lazy(() => import("#components/second-factor/step-up-proof.tsx"));

interface ApprovalProofProps {
	payment: PaymentSummary;
	onProved: () => void;
}

/** Asks for the proof that each approval needs, so that one dialog is enough; the payout's facts come from the database. */
export function ApprovalProof({ payment, onProved }: ApprovalProofProps) {
	const t = useTranslations("payouts.confirm");
	const { id, version } = payment;
	const need = useMemo(
		(): StepUpNeed => ({ purpose: "approve", subjects: [{ kind: "payout", id, version }] }),
		[id, version],
	);
	return (
		<>
			<p>{t(approvalsLeft(payment) > 1 ? "approveFirstOnce" : "approveOnce")}</p>
			<Suspense>
				<AllTexts>
					<StepUpProof need={need} onProved={onProved}>
						<PayoutWarnings payment={payment} />
					</StepUpProof>
				</AllTexts>
			</Suspense>
		</>
	);
}
