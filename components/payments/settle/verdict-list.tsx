"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Button } from "#components/ui/button.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { paymentQueries, withdrawVerdict } from "#lib/queries/payments.ts";

interface VerdictListProps {
	payment: Payment;
	verdicts: EvidenceView["verdicts"];
	viewer: Viewer;
}

export function VerdictList({ payment, verdicts, viewer }: VerdictListProps) {
	const t = useTranslations("settlement");
	const locale = useLocale();
	const client = useQueryClient();
	const errorText = useErrorText();
	const withdraw = useMutation({
		mutationFn: () => withdrawVerdict(payment.kind, payment.id),
		onSuccess: () => toast(t("withdrawn")),
		onSettled: () =>
			Promise.all([
				client.invalidateQueries({ queryKey: paymentQueries.all }),
				client.invalidateQueries({ queryKey: paymentQueries.evidence(payment.kind, payment.id).queryKey }),
			]),
	});
	if (verdicts.length === 0) return null;
	return (
		<ul aria-label={t("words")} className="grid gap-3">
			{verdicts.map(({ member, outcome, amount, reason, at }) => (
				<li key={member.id}>
					<p className="break-words">
						<strong className="font-[560]">{member.id === viewer.id ? t("you") : member.name}</strong>
						{": "}
						{outcome === "paid_other"
							? t("said.paid_other", {
									amount: moneyText(amount, payment.currency, locale),
								})
							: t(`said.${outcome}`)}
					</p>
					<p className="break-words text-ink-2 text-xs">
						{reason} · <Time at={at} as="asOf" className="num" />
					</p>
					{member.id === viewer.id ? (
						<Button
							size="sm"
							className="mt-2 max-sm:h-11 max-sm:w-full"
							busy={withdraw.isPending}
							onClick={() => withdraw.mutate()}
						>
							{t("withdraw")}
						</Button>
					) : null}
				</li>
			))}
			{withdraw.isError ? (
				<li role="alert" className="text-danger text-xs">
					{errorText(withdraw.error)}
				</li>
			) : null}
		</ul>
	);
}
