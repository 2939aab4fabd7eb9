"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { SupportButton } from "#components/payments/page/support-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, moneyMoved } from "#lib/payment-state.ts";
import { checkPayment, paymentQueries } from "#lib/queries/payments.ts";

interface HeaderActionsProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	mayCheck: boolean;
}

/** After "Paid" the receipt stands below the state, where the cashier reads it. */
export function HeaderActions({ payment, evidence, mayCheck }: HeaderActionsProps) {
	return (
		<>
			{moneyMoved(payment.state) === "maybe" ? <ReceiptLink payment={payment} /> : null}
			{mayCheck ? <CheckButton payment={payment} /> : null}
			{isInDoubt(payment.state) ? (
				<SupportButton payment={payment} keyFingerprint={evidence?.keyFingerprint ?? null} />
			) : null}
		</>
	);
}

/** The paper is a receipt only of a payment that is paid; there is none of one that moved no money. */
export function ReceiptLink({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const text = moneyMoved(payment.state) === "maybe" ? t("openPaper") : t("receipt");
	return <LinkButton href={`${paymentPath(payment)}/receipt`}>{text}</LinkButton>;
}

function CheckButton({ payment: { kind, id } }: { payment: Payment }) {
	const t = useTranslations("payments");
	const errorText = useErrorText();
	const client = useQueryClient();
	const check = useMutation({
		mutationFn: () => checkPayment(kind, id),
		onSettled: () => client.invalidateQueries({ queryKey: paymentQueries.detail(kind, id).queryKey }),
	});
	return (
		<div className="grid justify-items-end gap-1 max-sm:w-full max-sm:justify-items-stretch">
			<Button busy={check.isPending} onClick={() => check.mutate()}>
				<Icon name="refresh-cw" />
				{t("checkNow")}
			</Button>
			{check.isError ? (
				<p role="alert" className="max-w-[22rem] text-right text-danger text-xs">
					{t("checkFailed", { fault: errorText(check.error) })}
				</p>
			) : null}
		</div>
	);
}
