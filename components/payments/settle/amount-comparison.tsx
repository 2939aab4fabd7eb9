"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";

/** Asked, said and moved: three amounts beside each other, and a word on each that is not the first. */
export function AmountComparison({ evidence }: { evidence: EvidenceView }) {
	const t = useTranslations("settlement.compare");
	const { currency, movements } = evidence;
	const { asked, said, moved, others } = evidence.comparison;
	const isOther = (amount: string) => amount.replace("-", "") !== asked;
	const many = movements.count > 1 || others.length > 1;
	return (
		<dl
			aria-label={t("title")}
			className="mb-4 grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-3 sm:grid-rows-[auto_auto]"
		>
			<Amount term={t("asked")}>
				<Money amount={asked} currency={currency} />
			</Amount>
			<Amount term={t("said")} odd={said !== null && (isOther(said.amount) || said.currency !== currency)}>
				{said ? <Money amount={said.amount} currency={said.currency} /> : <Nothing>{t("silent")}</Nothing>}
			</Amount>
			<Amount term={t("moved")} odd={moved !== null && isOther(moved)}>
				{moved ? (
					<Money amount={moved} currency={currency} sign={moved.startsWith("-") ? "" : "+"} />
				) : (
					<Nothing>{t(many ? "manyLines" : "noLine")}</Nothing>
				)}
			</Amount>
		</dl>
	);
}

function Amount({ term, odd = false, children }: { term: string; odd?: boolean; children: ReactNode }) {
	const t = useTranslations("settlement.compare");
	return (
		<div className="flex items-baseline justify-between gap-x-3 bg-surface px-3.5 py-2.5 sm:row-span-2 sm:grid sm:grid-rows-subgrid sm:gap-y-0">
			<dt className="text-pretty text-ink-2 text-xs">{term}</dt>
			<dd className={cx("whitespace-nowrap font-[580] text-lg max-sm:text-right", odd && "text-danger")}>
				{children}
				{odd ? <span className="block font-normal text-xs">{t("differs")}</span> : null}
			</dd>
		</div>
	);
}

function Nothing({ children }: { children: ReactNode }) {
	return <span className="font-normal text-ink-2 text-sm">{children}</span>;
}
