import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import type { Statement, StatementBalance } from "#lib/contracts/statement.ts";

/** From the opening to the closing balance, so that a reader can add it up. */
export function StatementFigures({ statement }: { statement: Statement }) {
	const t = useTranslations("statements");
	const { currency, opening, closing, adjustmentParts, unexplained } = statement;
	const amount = (value: string, sign: "+" | "−" | "" = "") => (
		<Money amount={value} currency={currency} sign={value === "0.00" ? "" : sign} />
	);
	return (
		<section aria-label={`${t("title")} ${currency}`}>
			<dl className="max-w-[44rem] border-line border-y text-sm">
				<Balance term={t("opening")} balance={opening} currency={currency} />
				<Figure term={t("in")}>{amount(statement.in, "+")}</Figure>
				<Figure term={t("out")}>{amount(statement.out, "−")}</Figure>
				<Figure term={t("fees")}>{amount(statement.fees, "−")}</Figure>
				{adjustmentParts.map((part) => (
					<Figure key={part.kind} term={t(`part.${part.kind}`)}>
						{amount(part.amount, part.amount.startsWith("-") ? "" : "+")}
					</Figure>
				))}
				<Figure term={t("unexplained")} className={unexplained === "0.00" ? "" : "font-[580] text-danger"}>
					{amount(unexplained)}
				</Figure>
				<Balance term={t("closing")} balance={closing} currency={currency} />
				{closing.onTheWay === "0.00" ? null : <Figure term={t("onTheWay")}>{amount(closing.onTheWay)}</Figure>}
			</dl>
			<p className="mt-2 text-ink-2 text-xs">{t("adds")}</p>
		</section>
	);
}

function Figure({ term, className, children }: { term: ReactNode; className?: string; children: ReactNode }) {
	return (
		<div className={cx("flex flex-wrap items-baseline justify-between gap-x-4 py-2", className)}>
			<dt className="text-ink-2">{term}</dt>
			<dd className="num ml-auto text-right">{children}</dd>
		</div>
	);
}

function Balance({ term, balance, currency }: { term: string; balance: StatementBalance; currency: string }) {
	const t = useTranslations("statements.knownBy");
	return (
		<div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line py-2.5 first:border-b [&:not(:first-child)]:border-t">
			<dt className="font-semibold">
				{term} <span className="ml-1 font-normal text-ink-2 text-xs">{t(balance.knownBy)}</span>
			</dt>
			<dd className="num ml-auto text-right font-semibold">
				{balance.amount === null ? "–" : <Money amount={balance.amount} currency={currency} />}
			</dd>
		</div>
	);
}
