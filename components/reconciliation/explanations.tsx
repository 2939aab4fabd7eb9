"use client";
import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import type { Stretch } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";

/** What comes nearest to the difference of a proof, to be compared by a person. */
export function Explanations({ stretch, currency }: { stretch: Stretch; currency: string }) {
	const t = useTranslations("reconciliation");
	const { explanations, gap, status, unreadable = 0 } = stretch;
	const amounts = explanations.map(({ amount }) => amount);
	const isExact = gap !== null && (amounts.includes(gap) || sumOf(amounts) === minorOf(gap));
	return (
		<div>
			<p className="font-[530] text-ink">
				{explanations.length === 0 ? t("nothingExplains") : isExact ? t("couldExplain") : t("nearest")}
			</p>
			{status === "cut" ? <p>{t("cutExplains")}</p> : null}
			{unreadable > 0 ? <p>{t("unreadableExplains", { count: unreadable })}</p> : null}
			<ul className="mt-1 grid gap-1">
				{explanations.map(({ kind, amount, fee, lineIds, paymentIds }) => (
					<li key={[kind, ...lineIds, ...paymentIds].join(" ")} className="border-line-strong border-l-2 pl-3">
						<Money amount={amount} currency={currency} className="font-[530] text-ink" /> · {t(`parts.${kind}`)}
						{fee !== null && fee !== "0.00" ? (
							<> {t.rich("parts.ofFee", { amount: () => <Money amount={fee} currency={currency} /> })}</>
						) : null}
					</li>
				))}
			</ul>
		</div>
	);
}

function sumOf(amounts: readonly string[]): bigint {
	return amounts.reduce((sum, amount) => sum + minorOf(amount), 0n);
}
