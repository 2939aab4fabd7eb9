"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Money } from "#components/ui/money.tsx";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import type { PaymentSums } from "#lib/contracts/payment-sums.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { formatCount } from "#lib/text/counts.ts";

interface PaymentTotalsProps {
	kind: PaymentKind;
	query: PaymentQuery;
	/** Across all pages. */
	total: number;
}

/** Above the list: the count, and one line per currency: paid, open and not paid. Beyond the limit the rest is added up on request. */
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

type Sums = PaymentSums["sums"][number];

function CurrencyTotals({ sums }: { sums: Sums }) {
	const t = useTranslations("payments.totals");
	const locale = useLocale();
	const { currency, paid, open, unpaid, fees } = sums;
	const unknown = paid.count - fees.count;
	return (
		<p className="flex flex-wrap gap-x-[18px] gap-y-0.5">
			<span className="font-[550] text-ink">{currency}</span>
			<Part part="paid" sums={sums} />
			{paid.count > 0 || fees.count > 0 ? (
				<Figure term={t("fees")} amount={fees.amount} currency={currency}>
					{unknown > 0 ? ` (${t("unknown", { count: unknown, rows: formatCount(unknown, locale) })})` : null}
				</Figure>
			) : null}
			{open.count > 0 ? <Part part="open" sums={sums} /> : null}
			{unpaid.count > 0 ? <Part part="unpaid" sums={sums} /> : null}
		</p>
	);
}

function Part({ part, sums }: { part: "paid" | "open" | "unpaid"; sums: Sums }) {
	const t = useTranslations("payments.totals");
	const { amount, count } = sums[part];
	return (
		<Figure term={t(part)} amount={amount} currency={sums.currency}>
			{` (${formatCount(count, useLocale())})`}
		</Figure>
	);
}

function Figure({ term, children, ...money }: { term: string; amount: string; currency: string; children: ReactNode }) {
	return (
		<span>
			{term} <Money {...money} withCurrency={false} className="font-[550] text-ink" />
			{children}
		</span>
	);
}
