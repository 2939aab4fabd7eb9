"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { approvalsLeft } from "#components/payments/decision-rights.ts";
import { PayoutWarnings } from "#components/payments/payout-warnings.tsx";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";

const StepUpForm = loadOnDemand(() => import("#components/second-factor/step-up-form.tsx"), AllTexts);

interface ApprovalProofProps {
	payment: PaymentSummary;
	onProved: () => void;
}

/** Asks for the step-up within the approval's dialog, so that no second dialog opens. The step-up shows the stored facts of the payout. */
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
			<StepUpForm need={need} act={t("approveAct", { amount })} onProved={onProved}>
				<PayoutWarnings payment={payment} />
			</StepUpForm>
		</>
	);
}

export function ApprovalFacts({ payment }: { payment: PaymentSummary }) {
	const t = useTranslations("payouts.confirm");
	const { maker, approval, createdAt } = payment;
	const names = approval?.given.map(({ name }) => name).join(", ");
	const once = names ? t("approveSecondOnce", { names }) : t("approveOnce");
	const at = () => <Time at={createdAt} as="momentShort" className="in-sentence tabular-nums" />;
	return (
		<>
			<p>{approvalsLeft(payment) > 1 ? t("approveFirstOnce") : once}</p>
			{maker ? <p className="text-ink-2 text-sm">{t.rich("requestedBy", { name: maker.name, at })}</p> : null}
		</>
	);
}
