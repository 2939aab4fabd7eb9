import { useLocale } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { formatAmount } from "#lib/money.ts";

interface MoneyProps {
	/** Two-decimal text of our JSON. */
	amount: string;
	currency: string;
	/** The code behind the figure; left out in tables of one currency. */
	withCurrency?: boolean;
	/** "+" or "−" before the figure: which way the money went. */
	sign?: "+" | "−" | "";
	className?: string;
	/** Look of the code. */
	currencyClassName?: string;
}

export function Money({ amount, currency, withCurrency = true, sign = "", className, currencyClassName }: MoneyProps) {
	const figure = `${sign}${formatAmount(amount, currency, useLocale())}`;
	return (
		<span className={cx("num", className)}>
			{figure}
			{withCurrency ? <span className={currencyClassName}>{`\u00a0${currency}`}</span> : null}
		</span>
	);
}
