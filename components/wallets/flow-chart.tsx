"use client";
/** Thirty days of a wallet: money in above the zero line, money out below it. Pointer, touch and arrow keys choose a day. */
import { useLocale, useTranslations } from "next-intl";
import { type PointerEvent, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Money } from "#components/ui/money.tsx";
import { FlowBars } from "#components/wallets/flow-bars.tsx";
import { formatCalendarDay } from "#lib/dates.ts";
import { type AmountMinor, formatAmount, minorOf, toDecimal } from "#lib/money.ts";
import { type FlowDay, flowScale, type WalletFlow } from "#lib/movements/flow-scale.ts";

const FlowTable = loadOnDemand(() => import("#components/wallets/flow-table.tsx"));

export function FlowChart({ currency, flows, trend }: WalletFlow) {
	const t = useTranslations("home.flow");
	const locale = useLocale();
	const [chosen, setChosen] = useState<number | null>(null);
	const [isTableOpen, setTableOpen] = useState(false);
	const scale = useMemo(() => flowScale(flows), [flows]);
	const last = flows.length - 1;
	const today = flows[last]?.day;
	// Keeps the drawing's height when there is no data.
	if (!today) return <p className="flex h-[236px] items-end text-ink-3 text-xs">{t("none")}</p>;
	const day = chosen === null ? undefined : flows[chosen];
	const balance = trend.find((end) => end.day === day?.day)?.balance;
	const figure = (amount: string) => formatAmount(amount, currency, locale);
	const textOf = (of: (typeof flows)[number], after: string | undefined) =>
		t(after === undefined ? "words" : "wordsBalance", {
			day: formatCalendarDay(of.day, locale, today),
			in: figure(of.in),
			out: figure(of.out),
			balance: figure(after ?? "0.00"),
			currency,
		});
	const point = ({ currentTarget, clientX }: PointerEvent<HTMLInputElement>) => {
		const { left, width } = currentTarget.getBoundingClientRect();
		setChosen(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * flows.length))));
	};
	const shown = day ?? flows[last];
	return (
		<div>
			<FlowFigures currency={currency} flows={flows} day={day} balance={balance} today={today} />
			<FlowBars flows={flows} scale={scale} chosen={chosen}>
				<input
					type="range"
					min={0}
					max={last}
					step={1}
					value={chosen ?? last}
					aria-label={t("label", { days: flows.length, currency })}
					aria-valuetext={shown ? textOf(shown, trend.find((end) => end.day === shown.day)?.balance) : undefined}
					onChange={(event) => setChosen(Number(event.target.value))}
					onFocus={() => setChosen((before) => before ?? last)}
					onBlur={() => setChosen(null)}
					onPointerMove={point}
					onPointerDown={point}
					onPointerLeave={({ currentTarget }) => {
						if (currentTarget !== document.activeElement) setChosen(null);
					}}
					className="absolute inset-0 m-0 size-full cursor-crosshair touch-pan-y appearance-none opacity-0"
				/>
			</FlowBars>
			<Button variant="ghost" size="sm" className="mt-1 -ml-2.5" onClick={() => setTableOpen(true)}>
				<Icon name="table-2" />
				{t("table")}
			</Button>
			{isTableOpen ? (
				<FlowTable currency={currency} flows={flows} trend={trend} onClose={() => setTableOpen(false)} />
			) : null}
		</div>
	);
}

interface FlowFiguresProps {
	currency: string;
	flows: readonly FlowDay[];
	day: FlowDay | undefined;
	/** The balance at the end of the day. */
	balance: string | undefined;
	today: string;
}

/** Shows the figures of the chosen day, else of all days. Its height never changes. Screen readers get them from the slider. */
function FlowFigures({ currency, flows, day, balance, today }: FlowFiguresProps) {
	const t = useTranslations("home.flow");
	const locale = useLocale();
	const shown = day ?? { in: sumOf(flows, "in"), out: sumOf(flows, "out") };
	return (
		<div aria-hidden="true" className="num text-xs">
			<p className="font-[550]">
				{day ? formatCalendarDay(day.day, locale, today) : t("days", { count: flows.length })}
				<span className="sm:hidden"> · {currency}</span>
			</p>
			<p className="grid grid-cols-3 gap-x-2 text-ink-2">
				<Figure label={t("in")} amount={shown.in} currency={currency} swatch="bg-positive" />
				<Figure label={t("out")} amount={shown.out} currency={currency} swatch="bg-neutral" />
				{balance === undefined ? null : <Figure label={t("balance")} amount={balance} currency={currency} />}
			</p>
		</div>
	);
}

interface FigureProps {
	label: string;
	amount: string;
	currency: string;
	swatch?: string;
}

function Figure({ label, amount, currency, swatch }: FigureProps) {
	return (
		<span className="min-w-0">
			{swatch ? <i className={cx("mr-1 inline-block size-2 rounded-[2px] forced-color-adjust-none", swatch)} /> : null}
			{label}
			<Money amount={amount} currency={currency} withCurrency={false} className="block truncate font-[550] text-ink" />
		</span>
	);
}

function sumOf(flows: readonly FlowDay[], side: "in" | "out"): string {
	return toDecimal(flows.reduce<AmountMinor>((sum, day) => sum + minorOf(day[side]), 0n));
}
