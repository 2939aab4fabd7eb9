"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { AmountInput } from "#components/ui/amount-input.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorWords } from "#components/ui/use-error-words.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { formatAmount, parseDecimal } from "#lib/money.ts";
import { isSettled } from "#lib/payment-state.ts";
import { formatPhone } from "#lib/phone.ts";
import { paymentQueries, resolvePayment } from "#lib/queries/payments.ts";

const REASON_LENGTH = 280;

interface SettleDialogProps {
	payment: Payment;
	outcome: "paid" | "not_paid";
	/** The word that stands already. */
	earlier: EvidenceView["words"][number] | undefined;
	onClose: () => void;
}

/** The word in full before it counts: what it is about, the amount typed, how one knows. */
export function SettleDialog({ payment, outcome, earlier, onClose }: SettleDialogProps) {
	const t = useTranslations("settlement.dialog");
	const act = useTranslations("settlement");
	const words = useErrorWords();
	const [amount, setAmount] = useState("");
	const [reason, setReason] = useState("");
	const [tried, setTried] = useState(false);
	const say = useSay(payment, outcome, onClose);
	const amountFault = parseDecimal(amount) === parseDecimal(payment.amount) ? null : t("amountFault");
	const length = reason.trim().length;
	const reasonFault = length === 0 ? t("reasonNeeded") : length > REASON_LENGTH ? t("reasonLong") : null;
	function submit() {
		setTried(true);
		if (!amountFault && !reasonFault) say.mutate({ amount, reason: reason.trim() });
	}
	return (
		<Dialog
			open
			onClose={onClose}
			title={t(`${outcome}Title`)}
			actions={
				<>
					<Button
						variant={outcome === "paid" ? "primary" : "danger"}
						busy={say.isPending}
						onClick={submit}
						className="max-sm:h-11 max-sm:flex-1"
					>
						{outcome === "paid" ? act("paid") : act("notPaid")}
					</Button>
					<Button onClick={onClose} className="max-sm:h-11">
						{t("back")}
					</Button>
				</>
			}
		>
			<What payment={payment} outcome={outcome} earlier={earlier} />
			<Field label={t("amount")} error={tried ? amountFault : null}>
				<AmountInput currency={payment.currency} value={amount} maxLength={24} onValueChange={setAmount} />
			</Field>
			<Field label={t("reason")} hint={t("reasonHint")} error={tried ? reasonFault : null}>
				<Textarea
					value={reason}
					rows={2}
					maxLength={REASON_LENGTH + 20}
					onChange={(event) => setReason(event.target.value)}
				/>
			</Field>
			{say.isError ? (
				<Notice tone="danger" urgent>
					{words(say.error)}
				</Notice>
			) : null}
		</Dialog>
	);
}

function What({ payment, outcome, earlier }: Omit<SettleDialogProps, "onClose">) {
	const t = useTranslations("settlement.dialog");
	const locale = useLocale();
	const facts = {
		amount: `${formatAmount(payment.amount, payment.currency, locale)}\u00a0${payment.currency}`,
		number: formatPhone(subscriberNumber(payment)),
		operator: payment.operatorName,
		b: (chunks: React.ReactNode) => <strong className="num font-[580]">{chunks}</strong>,
	};
	const name = earlier?.member.name ?? "";
	return (
		<div className="grid gap-2">
			<p>{payment.kind === "payout" ? t.rich("to", facts) : t.rich("fromPayer", facts)}</p>
			<p className="text-ink-2 text-sm">
				{earlier ? t(earlier.outcome === outcome ? "second" : "dispute", { name }) : t("first")}{" "}
				{outcome === "not_paid" && payment.kind === "payout" ? t("notPaidRisk") : null}
			</p>
		</div>
	);
}

function useSay(payment: Payment, outcome: "paid" | "not_paid", onClose: () => void) {
	const t = useTranslations("settlement.done");
	const client = useQueryClient();
	const { kind, id, version } = payment;
	return useMutation({
		mutationFn: (typed: { amount: string; reason: string }) => resolvePayment(kind, id, { outcome, version, ...typed }),
		onSuccess: ({ state }) => {
			toast(isSettled(state) ? t("settled") : t("first"));
			onClose();
		},
		// Also after a refusal: somebody else may have spoken meanwhile.
		onSettled: () =>
			Promise.all([
				client.invalidateQueries({ queryKey: paymentQueries.all }),
				client.invalidateQueries({ queryKey: paymentQueries.evidence(kind, id).queryKey }),
			]),
	});
}
