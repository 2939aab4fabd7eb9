"use client";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ApprovalFacts, ApprovalProof } from "#components/payments/approvals/approval-proof.tsx";
import { EarlierPayouts } from "#components/payments/earlier-payouts.tsx";
import { PayoutWarnings } from "#components/payments/payout-warnings.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Decision, PaymentSummary } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";
import { formatPhone } from "#lib/phone.ts";
import { decidePayout } from "#lib/queries/payments.ts";

interface DecisionDialogProps {
	payment: PaymentSummary;
	decision: Decision["decision"];
	onClose: () => void;
}

/** Asks to confirm the decision. The server refuses it when the payout is no longer at the version shown here. */
export function DecisionDialog({ payment, decision, onClose }: DecisionDialogProps) {
	const t = useTranslations("payouts.confirm");
	const amount = useAmount(payment);
	const [step, setStep] = useState<"prove" | "confirm">(decision === "approve" ? "prove" : "confirm");
	/** Payouts like this one that the last failed decision named. */
	const [twins, setTwins] = useState<readonly string[]>([]);
	const decide = useDecide(payment, decision, showTwins);
	const needsReason = decision === "reject";
	const hasTwins = twins.length > 0;
	const reason = useReason(hasTwins ? SHORTEST_REASON : needsReason ? 1 : 0);
	// Hides the fault of the reason, because its field has only just become required.
	function showTwins(ids: readonly string[]) {
		setStep("confirm");
		setTwins(ids);
		reason.clearFault();
	}
	// `onSuccess` is passed to `mutate`: React Query skips it once this dialog is closed, so that it cannot close a later dialog.
	const send = (said: Said) => decide.mutate(said, { onSuccess: onClose });
	function submit() {
		if (!reason.check()) return;
		const { text } = reason;
		send(hasTwins ? { duplicate: { of: [...twins], reason: text } } : text ? { reason: text } : {});
	}
	if (step === "prove") {
		return (
			<Dialog onClose={onClose} title={t("approveTitle")}>
				<ApprovalProof payment={payment} onProved={() => send({})} />
			</Dialog>
		);
	}
	return (
		<FormDialog
			title={t(`${decision}Title`)}
			action={t(`${decision}Act`, { amount })}
			danger={decision !== "approve"}
			mutation={decide}
			isErrorInside={hasTwins}
			back={t("back")}
			onSubmit={submit}
			onClose={onClose}
		>
			<DialogBody payment={payment} decision={decision} />
			{needsReason ? <ReasonField label={t("reason")} {...reason.field} /> : null}
			{hasTwins ? <TwinsUnseen ids={twins} reason={reason.field} /> : null}
		</FormDialog>
	);
}

function twinsIn(error: unknown): readonly string[] {
	return error instanceof ApiError && error.code === "duplicate_suspected" ? error.payments : [];
}

type Said = Pick<Decision, "reason" | "duplicate">;

function useDecide(
	payment: PaymentSummary,
	decision: Decision["decision"],
	onFailed: (twins: readonly string[]) => void,
) {
	const t = useTranslations("payouts.decided");
	const amount = useAmount(payment);
	return useRefetchingMutation({
		mutationFn: (said: Said) => decidePayout(payment.id, { decision, version: payment.version, ...said }),
		onError: (error) => onFailed(twinsIn(error)),
		onSuccess: (decided) => {
			const isFirst = decision === "approve" && decided.state === "awaiting_approval";
			toast(t(isFirst ? "approveFirst" : decision, { amount }));
		},
	});
}

function DialogBody({ payment, decision }: { payment: PaymentSummary; decision: Decision["decision"] }) {
	const t = useTranslations("payouts.confirm");
	const locale = useLocale();
	const amount = useAmount(payment);
	const b = (chunks: React.ReactNode) => <strong className="num font-[580]">{chunks}</strong>;
	return (
		<div className="grid gap-2">
			{payment.name ? <p className="break-words font-[560]">{payment.name}</p> : null}
			<p>
				{t.rich(`${decision}Body`, {
					amount,
					name: payment.maker?.name ?? "",
					number: formatPhone(payment.destination ?? ""),
					operator: payment.operatorName,
					country: countryName(payment.country, locale),
					b,
				})}
			</p>
			{payment.note ? <p className="break-words text-ink-2 text-sm">{payment.note}</p> : null}
			{decision === "approve" ? <ApprovalFacts payment={payment} /> : null}
			<PayoutWarnings payment={payment} />
		</div>
	);
}

function useAmount(payment: PaymentSummary): string {
	return moneyText(payment.amount, payment.currency, useLocale());
}

interface TwinsUnseenProps {
	/** Ids of payouts with this number and amount that nobody has compared with this one. */
	ids: readonly string[];
	reason: ReturnType<typeof useReason>["field"];
}

function TwinsUnseen({ ids, reason }: TwinsUnseenProps) {
	const t = useTranslations("payments.duplicate");
	return (
		<div className="grid gap-3">
			<Notice tone="warning" urgent title={t("title")}>
				{t("since", { count: ids.length })}
			</Notice>
			<EarlierPayouts ids={ids} />
			<ReasonField label={t("sinceReason")} hint={t("reasonHint")} {...reason} />
		</div>
	);
}
