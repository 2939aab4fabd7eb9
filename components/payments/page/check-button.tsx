"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { checkPayment, paymentQueries } from "#lib/queries/payments.ts";

/** Asks the service now instead of at the next turn. */
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
				<RefreshCw aria-hidden="true" />
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
