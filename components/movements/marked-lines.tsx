"use client";
import { useLocale, useTranslations } from "next-intl";
import { MarkedFrame } from "#components/payments/marked/marked-frame.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Movement } from "#lib/contracts/movement.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { isNamedType, movementSign } from "#lib/movements/movements.ts";

interface MarkedLinesProps {
	marks: Marks<Movement>;
	currency: string;
}

/** Sums the marked lines of each type: amounts of different types are never added. */
export default function MarkedLines({ marks: { items, clear }, currency }: MarkedLinesProps) {
	const t = useTranslations("movements");
	const marked = useTranslations("marked");
	const locale = useLocale();
	const sumText = (name: string, lines: readonly string[], sign = "") => {
		const sum = toDecimal(lines.reduce((total, amount) => total + minorOf(amount), 0n));
		return `${name} ${sign}${moneyText(sum, currency, locale)}`;
	};
	const types = [...Map.groupBy(items, ({ type }) => type)].map(([type, lines]) => {
		const amounts = lines.map(({ amount }) => amount);
		return sumText(isNamedType(type) ? t(`types.${type}`) : type, amounts, movementSign(type));
	});
	const fees = items.map(({ fee }) => fee);
	return (
		<MarkedFrame
			label={marked("region.movements")}
			count={items.length}
			sums={[...types, sumText(marked("fees"), fees)].join(" · ")}
			onClear={clear}
		/>
	);
}
