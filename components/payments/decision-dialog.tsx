"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { approvalsLeft } from "#components/payments/decision-rights.ts";
import { DuplicateNote } from "#components/payments/duplicate-note.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorWords } from "#components/ui/use-error-words.ts";
import type { Decision, PaymentLine } from "#lib/contracts/payment.ts";
import { formatAmount } from "#lib/money.ts";
import { formatPhone } from "#lib/phone.ts";
import { decidePayout, paymentQueries } from "#lib/queries/payments.ts";

const REASON_LENGTH = 280;

interface DecisionDialogProps {
	payment: PaymentLine;
	decision: Decision["decision"];
	onClose: () => void;
}

/** The word once more in full before it counts; bound to the version that stands on the screen. */
export function DecisionDialog({ payment, decision, onClose }: DecisionDialogProps) {
	const t = useTranslations("payouts.confirm");
	const words = useErrorWords();
	const [reason, setReason] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const decide = useDecide(payment, decision, onClose);
	const needsReason = decision === "reject";
	const title = t(`${decision}Title`);
	function submit() {
		const text = reason.trim();
		if (needsReason && !text) return setFault(t("reasonNeeded"));
		if (text.length > REASON_LENGTH) return setFault(t("reasonLong"));
		decide.mutate(text);
	}
	return (
		<Dialog
			open
			onClose={onClose}
			title={title}
			actions={
				<>
					<Button
						variant={decision === "approve" ? "primary" : "danger"}
						busy={decide.isPending}
						onClick={submit}
						className="max-sm:h-11 max-sm:flex-1"
					>
						<ActWords payment={payment} decision={decision} />
					</Button>
					<Button onClick={onClose} className="max-sm:h-11">
						{t("back")}
					</Button>
				</>
			}
		>
			<DialogBody payment={payment} decision={decision} />
			{needsReason ? (
				<Field label={t("reason")} error={fault}>
					<Textarea value={reason} maxLength={REASON_LENGTH + 20} onChange={(event) => setReason(event.target.value)} />
				</Field>
			) : null}
			{decide.isError ? (
				<Notice tone="danger" urgent>
					{words(decide.error)}
				</Notice>
			) : null}
		</Dialog>
	);
}

function useDecide(payment: PaymentLine, decision: Decision["decision"], onClose: () => void) {
	const t = useTranslations("payouts.decided");
	const amount = useAmount(payment);
	const client = useQueryClient();
	return useMutation({
		mutationFn: (reason: string) =>
			decidePayout(payment.id, { decision, version: payment.version, ...(reason ? { reason } : {}) }),
		onSuccess: (decided) => {
			const isFirst = decision === "approve" && decided.state === "awaiting_approval";
			toast(t(isFirst ? "approveFirst" : decision, { amount }));
			onClose();
		},
		// Also after a refusal: somebody else may have been faster.
		onSettled: () => client.invalidateQueries({ queryKey: paymentQueries.all }),
	});
}

function DialogBody({ payment, decision }: { payment: PaymentLine; decision: Decision["decision"] }) {
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

function ActWords({ payment, decision }: { payment: PaymentLine; decision: Decision["decision"] }) {
	const t = useTranslations("payouts.confirm");
	const amount = useAmount(payment);
	return t(`${decision}Act`, { amount });
}

function useAmount(payment: PaymentLine): string {
	return `${formatAmount(payment.amount, payment.currency, useLocale())}\u00a0${payment.currency}`;
}
