"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TwinsUnseen } from "#components/payments/approvals/twins-unseen.tsx";
import { approvalsLeft } from "#components/payments/decision-rights.ts";
import { DuplicateNote } from "#components/payments/duplicate-note.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Decision, PaymentSummary } from "#lib/contracts/payment.ts";
import { moneyText } from "#lib/money-text.ts";
import { formatPhone } from "#lib/phone.ts";
import { decidePayout, paymentQueries } from "#lib/queries/payments.ts";
import { SHORTEST_REASON } from "#lib/reason.ts";

interface DecisionDialogProps {
	payment: PaymentSummary;
	decision: Decision["decision"];
	onClose: () => void;
}

/** The word once more in full before it counts; bound to the version that stands on the screen. */
export function DecisionDialog({ payment, decision, onClose }: DecisionDialogProps) {
	const t = useTranslations("payouts.confirm");
	const errorText = useErrorText();
	const [twins, setTwins] = useState<readonly string[]>([]);
	const decide = useDecide(payment, decision, { onTwins: showTwins, onClose });
	const needsReason = decision === "reject";
	const hasTwins = twins.length > 0;
	const reason = useReason(hasTwins ? SHORTEST_REASON : needsReason ? 1 : 0);
	// What was not asked for yet cannot be amiss.
	function showTwins(ids: readonly string[]) {
		setTwins(ids);
		reason.askAnew();
	}
	function submit() {
		if (!reason.check()) return;
		const { text } = reason;
		decide.mutate(hasTwins ? { duplicate: { of: [...twins], reason: text } } : text ? { reason: text } : {});
	}
	return (
		<FormDialog
			title={t(`${decision}Title`)}
			action={<ActText payment={payment} decision={decision} />}
			danger={decision !== "approve"}
			busy={decide.isPending}
			fault={decide.isError && twinsIn(decide.error).length === 0 ? errorText(decide.error) : null}
			back={t("back")}
			onSubmit={submit}
			onClose={onClose}
		>
			<DialogBody payment={payment} decision={decision} />
			{needsReason ? <ReasonField label={t("reason")} needed={t("reasonNeeded")} {...reason.field} /> : null}
			{hasTwins ? <TwinsUnseen ids={twins} reason={reason.field} /> : null}
		</FormDialog>
	);
}

/** Payouts of the same number and amount that the server wants to be seen first. */
function twinsIn(error: unknown): readonly string[] {
	return error instanceof ApiError && error.code === "duplicate_suspected" ? error.payments : [];
}

interface Ways {
	onTwins: (ids: readonly string[]) => void;
	onClose: () => void;
}

function useDecide(payment: PaymentSummary, decision: Decision["decision"], { onTwins, onClose }: Ways) {
	const t = useTranslations("payouts.decided");
	const amount = useAmount(payment);
	const client = useQueryClient();
	return useMutation({
		mutationFn: (said: Pick<Decision, "reason" | "duplicate">) =>
			decidePayout(payment.id, { decision, version: payment.version, ...said }),
		onError: (error) => onTwins(twinsIn(error)),
		onSuccess: (decided) => {
			const isFirst = decision === "approve" && decided.state === "awaiting_approval";
			toast(t(isFirst ? "approveFirst" : decision, { amount }));
			onClose();
		},
		// Also after a refusal: somebody else may have been faster.
		onSettled: () => client.invalidateQueries({ queryKey: paymentQueries.all }),
	});
}

function DialogBody({ payment, decision }: { payment: PaymentSummary; decision: Decision["decision"] }) {
	const t = useTranslations("payouts.confirm");
	const amount = useAmount(payment);
	const b = (chunks: React.ReactNode) => <strong className="num font-[580]">{chunks}</strong>;
	if (decision === "cancel") return <p>{t("cancelBody")}</p>;
	if (decision === "reject") return <p>{t("rejectBody", { name: payment.maker?.name ?? "" })}</p>;
	const isFirst = approvalsLeft(payment) > 1;
	return (
		<div className="grid gap-2">
			<p>
				{t.rich(isFirst ? "approveFirstBody" : "approveBody", {
					amount,
					number: formatPhone(payment.destination ?? ""),
					operator: payment.operatorName,
					b,
				})}
			</p>
			{payment.note ? <p className="break-words text-ink-2 text-sm">{payment.note}</p> : null}
			<DuplicateNote payment={payment} />
		</div>
	);
}

function ActText({ payment, decision }: { payment: PaymentSummary; decision: Decision["decision"] }) {
	const t = useTranslations("payouts.confirm");
	const amount = useAmount(payment);
	return t(`${decision}Act`, { amount });
}

function useAmount(payment: PaymentSummary): string {
	return moneyText(payment.amount, payment.currency, useLocale());
}
