"use client";
import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import type { ExplanationPart, Stretch } from "#lib/contracts/reconciliation.ts";

export function Explanations({ stretch, currency }: { stretch: Stretch; currency: string }) {
	const t = useTranslations("reconciliation");
	const { explanations, status, unreadable = 0 } = stretch;
	return (
		<div>
			<p className="font-[530] text-ink">{explanations.length > 0 ? t("couldExplain") : t("nothingExplains")}</p>
			{status === "cut" ? <p>{t("cutExplains")}</p> : null}
			{unreadable > 0 ? <p>{t("unreadableExplains", { count: unreadable })}</p> : null}
			<ul className="mt-1 grid gap-1">
				{explanations.map((parts) => (
					<li key={JSON.stringify(parts)} className="border-line-strong border-l-2 pl-3">
						{parts.map((part) => (
							<Part key={JSON.stringify(part)} part={part} currency={currency} />
						))}
					</li>
				))}
			</ul>
		</div>
	);
}

function Part({ part, currency }: { part: ExplanationPart; currency: string }) {
	const t = useTranslations("reconciliation.parts");
	const fee = part.fee !== null && part.fee !== "0.00" ? part.fee : null;
	return (
		<span className="block">
			<Money amount={part.amount} currency={currency} className="font-[530] text-ink" /> · {t(part.kind)}
			{fee ? <> {t.rich("ofFee", { amount: () => <Money amount={fee} currency={currency} /> })}</> : null}
		</span>
	);
}
