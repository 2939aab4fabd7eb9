"use client";
import { useLocale, useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { flowScale } from "#components/wallets/flow-scale.ts";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { MovementTrend as Trend } from "#lib/contracts/movement.ts";
import { formatFullDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";

// A slot's width in the drawing's own units; the drawing stretches to the available width.
const SLOT = 4;

/** Money in above the line and money out below it, by day or month. It leads to Insights, which has the figures. */
export function MovementTrend({ currency, trend: { unit, from, to, bars } }: { currency: string; trend: Trend }) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
	const { zero, bars: heights } = flowScale(bars);
	const width = bars.length * SLOT;
	const label = t("trend", { unit, from: formatFullDay(from, locale), to: formatFullDay(to, locale) });
	const drawn = (side: "in" | "out") =>
		heights.map((bar, place) => `M${place * SLOT + 0.5} ${zero}h3v${side === "in" ? -bar.in : bar.out}h-3z`).join("");
	return (
		<DeskLink
			href={insightsPath({ currency, from, to })}
			aria-label={label}
			title={label}
			className="block w-48 shrink-0 rounded-sm max-sm:hidden"
		>
			<svg aria-hidden="true" viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" className="block h-8 w-full">
				<path d={drawn("in")} fill="var(--color-positive)" />
				<path d={drawn("out")} fill="var(--color-neutral)" />
				<path d={`M0 ${zero}H${width}`} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
			</svg>
		</DeskLink>
	);
}
