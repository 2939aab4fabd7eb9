"use client";
import { useLocale, useTranslations } from "next-intl";
import type { Viewer } from "#components/payments/decision-rights.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { moneyText } from "#lib/money-text.ts";

interface ApprovalsLeadProps {
	waiting: readonly PaymentSummary[];
	total: number;
	viewer: Viewer;
}

/** How many, how much per currency, and how many the reader may not decide. */
export function ApprovalsLead({ waiting, total, viewer }: ApprovalsLeadProps) {
	const t = useTranslations("approvals");
	const locale = useLocale();
	const mine = waiting.filter((payment) => payment.maker?.id === viewer.id).length;
	const sums = [...sumByCurrency(waiting)].map(([currency, minor]) => moneyText(toDecimal(minor), currency, locale));
	const isWhole = waiting.length === total;
	const parts = [
		t("lead", { count: total }),
		...(sums.length > 0 && isWhole ? [t("total", { amount: sums.join(" + ") })] : []),
		...(mine > 0 ? [t("mine", { count: mine })] : []),
	];
	return <span className="tabular-nums">{parts.join(" · ")}</span>;
}

function sumByCurrency(payments: readonly PaymentSummary[]): Map<string, bigint> {
	const sums = new Map<string, bigint>();
	for (const { currency, amount } of payments) sums.set(currency, (sums.get(currency) ?? 0n) + minorOf(amount));
	return sums;
}
