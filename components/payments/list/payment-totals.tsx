"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { NamedMoney } from "#components/ui/money.tsx";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentSums } from "#lib/contracts/payment-sums.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { formatCount } from "#lib/text/counts.ts";

interface PaymentTotalsProps {
	kind: PaymentKind;
	query: PaymentQuery;
	/** The number of payments on all pages. */
	total: number;
}

/** Shows one line per currency: paid, open and not paid. The server sums only a part of a very long list until a person asks for all. */
export function PaymentTotals({ kind, query, total }: PaymentTotalsProps) {
	const t = useTranslations("payments.totals");
	const noun = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const locale = useLocale();
	const [whole, setWhole] = useState(false);
	const { data } = useQuery(paymentQueries.sums(kind, query, whole));
	return (
		<section aria-label={t("label")} className="num mb-4 grid gap-1.5 text-ink-2 text-xs">
			<p className="font-[550] text-ink">{noun("found", { count: total })}</p>
			{data?.sums.map((sums) => (
				<CurrencyTotals key={sums.currency} sums={sums} />
			))}
			{data?.isAtLeast ? (
				<p>
					{t("newest", { count: formatCount(data.count, locale) })}{" "}
					<button type="button" disabled={whole} onClick={() => setWhole(true)} className="link">
						{t("whole", { count: formatCount(total, locale) })}
					</button>
				</p>
			) : null}
		</section>
	);
}

function CurrencyTotals({ sums }: { sums: PaymentSums["sums"][number] }) {
	const t = useTranslations("payments.totals");
	const locale = useLocale();
	const { currency, paid, fees } = sums;
	const unknown = paid.count - fees.count;
	const figure = (part: "paid" | "open" | "unpaid") => (
		<NamedMoney term={t(part)} amount={sums[part].amount} currency={currency}>
			{` (${formatCount(sums[part].count, locale)})`}
		</NamedMoney>
	);
	return (
		<p className="flex flex-wrap gap-x-[18px] gap-y-0.5">
			<span className="font-[550] text-ink">{currency}</span>
			{figure("paid")}
			{paid.count > 0 || fees.count > 0 ? (
				<NamedMoney term={t("fees")} amount={fees.amount} currency={currency}>
					{unknown > 0 ? ` (${t("unknown", { count: unknown, rows: formatCount(unknown, locale) })})` : null}
				</NamedMoney>
			) : null}
			{sums.open.count > 0 ? figure("open") : null}
			{sums.unpaid.count > 0 ? figure("unpaid") : null}
		</p>
	);
}
