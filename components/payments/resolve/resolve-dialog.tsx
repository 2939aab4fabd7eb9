"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { EvidenceFindings } from "#components/payments/resolve/evidence-panel.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import { ApiError } from "#lib/api.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { parseDecimal } from "#lib/money.ts";
import { isSettled, type VerdictOutcome } from "#lib/payment-state.ts";
import { unbrokenPhone } from "#lib/phone.ts";
import { paymentQueries, resolvePayment } from "#lib/queries/payments.ts";

const VERDICTS: Record<VerdictOutcome, string> = { paid: "paid", not_paid: "notPaid", paid_other: "paidOther" };

interface ResolveDialogProps {
	payment: Payment;
	outcome: VerdictOutcome;
	/** The verdict is on the evidence with which the dialog opens; a later one is shown in it. */
	evidence: EvidenceView;
	earlier: EvidenceView["verdicts"][number] | undefined;
	onClose: () => void;
}

export function ResolveDialog({ payment, outcome, evidence, earlier, onClose }: ResolveDialogProps) {
	const t = useTranslations("settlement.dialog");
	const act = useTranslations("settlement");
	const [amount, setAmount] = useState("");
	const reason = useReason();
	const { kind, id, version } = payment;
	const client = useQueryClient();
	const [opened] = useState(evidence);
	const [later, setLater] = useState<EvidenceView | null>(null);
	const seen = later ?? opened;
	const { payable } = seen.comparison;
	const settle = useRefetchingMutation({
		mutationFn: (typed: { amount: string; reason: string }) =>
			resolvePayment(kind, id, { outcome, version, evidence: seen.digest, ...typed }),
		onSuccess: ({ state }) => {
			toast(act(isSettled(state) ? "done.settled" : "done.first"));
			onClose();
		},
		onError: async (error) => {
			if (isOutdated(error)) setLater(await client.fetchQuery({ ...paymentQueries.evidence(kind, id), staleTime: 0 }));
		},
	});
	const isOther = outcome === "paid_other";
	const may = isOther ? payable : [payment.amount];
	const isRight = may.some((decimal) => parseDecimal(decimal) === parseDecimal(amount));
	const amountFault = isRight ? null : t(isOther ? "otherFault" : "amountFault");
	function submit() {
		const isReasoned = reason.check();
		if (!amountFault && isReasoned) settle.mutate({ amount, reason: reason.text });
	}
	return (
		<FormDialog
			title={t(`${outcome}Title`)}
			action={act(VERDICTS[outcome])}
			danger={outcome === "not_paid"}
			mutation={settle}
			isErrorInside={later !== null && isOutdated(settle.error)}
			back={t("back")}
			onSubmit={submit}
			onClose={onClose}
		>
			{later ? (
				<>
					<Notice tone="warning" urgent>
						{t("otherEvidence")}
					</Notice>
					<EvidenceFindings kind={kind} evidence={later} />
				</>
			) : null}
			<What payment={payment} outcome={outcome} payable={payable} earlier={earlier} typed={amount} />
			<Field label={t(isOther ? "otherAmount" : "amount")} error={reason.tried ? amountFault : null}>
				<AmountInput currency={payment.currency} value={amount} onValueChange={setAmount} />
			</Field>
			<ReasonField label={t("reason")} hint={t("reasonHint")} rows={2} {...reason.field} />
		</FormDialog>
	);
}

function isOutdated(error: unknown): boolean {
	return error instanceof ApiError && error.code === "evidence_differs";
}

/** `payable`: amounts other than the requested one that the service or the wallet shows. */
type WhatProps = Omit<ResolveDialogProps, "evidence" | "onClose"> & { payable: readonly string[]; typed: string };

function What({ payment, outcome, payable, earlier, typed }: WhatProps) {
	const t = useTranslations("settlement.dialog");
	const locale = useLocale();
	const money = (decimal: string) => moneyText(decimal, payment.currency, locale);
	const values = {
		amount: money(payment.amount),
		number: unbrokenPhone(subscriberNumber(payment)),
		operator: payment.operatorName,
		b: (chunks: React.ReactNode) => <strong className="num font-[580]">{chunks}</strong>,
	};
	const name = earlier?.member.name ?? "";
	// Two verdicts `paid_other` agree only if they name the same amount.
	const isSame =
		earlier?.outcome === outcome &&
		(outcome !== "paid_other" || typed === "" || parseDecimal(typed) === parseDecimal(earlier.amount));
	return (
		<div className="grid gap-2">
			<p>{payment.kind === "payout" ? t.rich("to", values) : t.rich("fromPayer", values)}</p>
			{outcome === "paid_other" ? (
				<p className="text-sm">
					{t("otherLead", { asked: money(payment.amount), shown: payable.map(money).join(", ") })}
				</p>
			) : null}
			<p className="text-ink-2 text-sm">
				{earlier ? t(isSame ? "second" : "dispute", { name }) : t("first")}{" "}
				{outcome === "not_paid" && payment.kind === "payout" ? t("notPaidRisk") : null}
			</p>
		</div>
	);
}
