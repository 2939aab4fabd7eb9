"use client";
import { useLocale, useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import type { FlowDay } from "#components/wallets/flow-scale.ts";
import { formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";

interface FlowFiguresProps {
	currency: string;
	flows: readonly FlowDay[];
	/** The day pointed at; without one the sums of all are told. */
	day: FlowDay | undefined;
	/** At its end. */
	balance: string | undefined;
	today: string;
}

/** What the drawing says at this place, which is heard from the slider. Of one height, whatever it says. */
export function FlowFigures({ currency, flows, day, balance, today }: FlowFiguresProps) {
	const t = useTranslations("home.flow");
	const locale = useLocale() as Locale;
	const told = day ?? { in: sumOf(flows, "in"), out: sumOf(flows, "out") };
	return (
		<div aria-hidden="true" className="num text-xs">
			<p className="font-[550]">
				{day ? formatCalendarDay(day.day, locale, today) : t("days", { count: flows.length })}
			</p>
			<p className="grid grid-cols-3 gap-x-2 text-ink-2">
				<Figure label={t("in")} amount={told.in} currency={currency} swatch="bg-positive" />
				<Figure label={t("out")} amount={told.out} currency={currency} swatch="bg-neutral" />
				{balance === undefined ? null : <Figure label={t("balance")} amount={balance} currency={currency} />}
			</p>
		</div>
	);
}

function Figure({
	label,
	amount,
	currency,
	swatch,
}: {
	label: string;
	amount: string;
	currency: string;
	swatch?: string;
}) {
	return (
		<span className="min-w-0">
			{swatch ? <i className={cx("mr-1 inline-block size-2 rounded-[2px]", swatch)} /> : null}
			{label}
			<Money amount={amount} currency={currency} withCurrency={false} className="block truncate font-[550] text-ink" />
		</span>
	);
}

function sumOf(flows: readonly FlowDay[], side: "in" | "out"): string {
	return toDecimal(flows.reduce<AmountMinor>((sum, day) => sum + minorOf(day[side]), 0n));
}
