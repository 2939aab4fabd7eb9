"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TwinsUnseen } from "#components/payments/approvals/twins-unseen.tsx";
import { approvalsLeft } from "#components/payments/decision-rights.ts";
import { DuplicateNote } from "#components/payments/duplicate-note.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Decision, PaymentSummary } from "#lib/contracts/payment.ts";
import { moneyText } from "#lib/money-text.ts";
import { DUPLICATE_REASON_LENGTH } from "#lib/payout-rules.ts";
import { formatPhone } from "#lib/phone.ts";
import { decidePayout, paymentQueries } from "#lib/queries/payments.ts";
import { typedSentences } from "#lib/typed-text.ts";

const REASON_LENGTH = 280;

interface DecisionDialogProps {
	payment: PaymentSummary;
	decision: Decision["decision"];
	onClose: () => void;
}

/** The word once more in full before it counts; bound to the version that stands on the screen. */
export function DecisionDialog({ payment, decision, onClose }: DecisionDialogProps) {
	const t = useTranslations("payouts.confirm");
	const errorText = useErrorText();
	const [reason, setReason] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const [twins, setTwins] = useState<readonly string[]>([]);
	const decide = useDecide(payment, decision, { onTwins: setTwins, onClose });
	const duplicate = useTranslations("payments.duplicate");
	const needsReason = decision === "reject";
	const title = t(`${decision}Title`);
	function submit() {
		const text = typedSentences(reason);
		if (needsReason && !text) return setFault(t("reasonNeeded"));
		if (text.length > REASON_LENGTH) return setFault(t("reasonLong"));
		if (twins.length > 0 && text.length < DUPLICATE_REASON_LENGTH) return setFault(duplicate("reasonNeeded"));
		setFault(null);
		decide.mutate(twins.length > 0 ? { duplicate: { of: [...twins], reason: text } } : text ? { reason: text } : {});
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
						<ActText payment={payment} decision={decision} />
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
			{twins.length > 0 ? (
				<TwinsUnseen ids={twins} reason={reason} fault={fault} maxLength={REASON_LENGTH + 20} onReason={setReason} />
			) : null}
			{decide.isError && twinsIn(decide.error).length === 0 ? (
				<Notice tone="danger" urgent>
					{errorText(decide.error)}
				</Notice>
			) : null}
		</Dialog>
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
