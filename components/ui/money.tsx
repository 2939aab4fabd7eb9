import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { formatAmount } from "#lib/money.ts";

interface MoneyProps {
	/** Two-decimal text of our JSON. */
	amount: string;
	currency: string;
	/** Shows the currency code; false in tables of one currency. */
	withCurrency?: boolean;
	/** True in a cell that already has tabular figures. */
	inFigures?: boolean;
	sign?: "+" | "−" | "";
	className?: string | undefined;
	currencyClassName?: string | undefined;
}

export function Money({
	amount,
	currency,
	withCurrency = true,
	inFigures = false,
	sign = "",
	className,
	currencyClassName,
}: MoneyProps) {
	const figure = `${sign}${formatAmount(amount, currency, useLocale())}`;
	if (inFigures && !withCurrency && !className) return figure;
	return (
		<span className={cx(!inFigures && "num", className) || undefined}>
			{figure}
			{withCurrency ? <span className={currencyClassName}>{`\u00a0${currency}`}</span> : null}
		</span>
	);
}

type NamedMoneyProps = Pick<MoneyProps, "amount" | "currency" | "sign"> & { term: ReactNode; children?: ReactNode };

export function NamedMoney({ term, children, ...money }: NamedMoneyProps) {
	return (
		<span>
			{term} <Money {...money} withCurrency={false} className="font-[550] text-ink" />
			{children}
		</span>
	);
}
