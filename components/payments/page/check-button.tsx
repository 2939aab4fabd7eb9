"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { checkPayment, paymentQueries } from "#lib/queries/payments.ts";

export function CheckButton({ payment }: { payment: PaymentSummary }) {
	const t = useTranslations("payments");
	const errorText = useErrorText();
	const client = useQueryClient();
	const check = useMutation({
		mutationFn: () => checkPayment(payment.kind, payment.id),
		onSettled: () => client.invalidateQueries({ queryKey: paymentQueries.detail(payment.kind, payment.id).queryKey }),
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
