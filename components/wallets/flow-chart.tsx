"use client";
/** Thirty days of a wallet: in above the zero line, out below it. Pointer, finger and arrow keys tell a day's figures. */
import { Table2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, type PointerEvent, Suspense, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FlowBars } from "#components/wallets/flow-bars.tsx";
import { FlowFigures } from "#components/wallets/flow-figures.tsx";
import { flowScale, type WalletFlow } from "#components/wallets/flow-scale.ts";
import { formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { formatAmount } from "#lib/money.ts";

// Comes when somebody asks for it.
const FlowTable = lazy(() => import("#components/wallets/flow-table.tsx"));

export function FlowChart({ currency, flows, trend }: WalletFlow) {
	const t = useTranslations("home.flow");
	const locale = useLocale() as Locale;
	const [chosen, setChosen] = useState<number | null>(null);
	const [isTableOpen, setTableOpen] = useState(false);
	const scale = useMemo(() => flowScale(flows), [flows]);
	const last = flows.length - 1;
	const today = flows[last]?.day;
	// The drawing keeps its height when there is nothing to draw.
	if (!today) return <p className="mt-3 flex h-[236px] items-end text-ink-3 text-xs">{t("none")}</p>;
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
		<div className="mt-3">
			<FlowFigures currency={currency} flows={flows} day={day} balance={balance} today={today} />
			<FlowBars currency={currency} flows={flows} scale={scale} chosen={chosen}>
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
				<Table2 aria-hidden="true" />
				{t("table")}
			</Button>
			<Suspense>
				{isTableOpen ? (
					<FlowTable currency={currency} flows={flows} trend={trend} onClose={() => setTableOpen(false)} />
				) : null}
			</Suspense>
		</div>
	);
}
