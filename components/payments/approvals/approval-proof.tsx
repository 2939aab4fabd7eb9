"use client";
import { lazy, Suspense, useMemo } from "react";
import { AllTexts } from "#components/ui/all-texts.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

const StepUpProof = lazy(() => import("#components/second-factor/step-up-proof.tsx"));

/** Asks for the proof that each approval needs, so that one dialog is enough; its facts come from the database. */
export function ApprovalProof({
	payment: { id, version },
	onProved,
}: {
	payment: PaymentSummary;
	onProved: () => void;
}) {
	const need = useMemo(
		(): StepUpNeed => ({ purpose: "approve", subjects: [{ kind: "payout", id, version }] }),
		[id, version],
	);
	return (
		<Suspense>
			<AllTexts>
				<StepUpProof need={need} onProved={onProved} />
			</AllTexts>
		</Suspense>
	);
}
