"use client";
import { useLocale, useTranslations } from "next-intl";
import { type TrendDay, trendPoints, trendRange } from "#components/wallets/trend-points.ts";
import { formatAmount } from "#lib/money.ts";

/** The last days of a balance as one line; its words are heard in place of it. Keeps its height when there is nothing to draw. */
export function TrendLine({ trend, currency }: { trend: readonly TrendDay[]; currency: string }) {
	const t = useTranslations("home");
	const locale = useLocale();
	const range = trendRange(trend);
	if (!range || trend.length < 2)
		return <p className="mt-3 flex h-11 items-end text-ink-3 text-xs">{t("trendShort")}</p>;
	const words = t("trend", {
		days: trend.length,
		low: formatAmount(range.low.balance, currency, locale),
		high: formatAmount(range.high.balance, currency, locale),
		currency,
	});
	return (
		<svg
			viewBox="0 0 400 44"
			preserveAspectRatio="none"
			role="img"
			aria-label={words}
			className="mt-3 block h-11 w-full"
		>
			<polyline
				points={trendPoints(trend)}
				fill="none"
				stroke="var(--color-accent)"
				strokeWidth="1.6"
				strokeLinejoin="round"
				vectorEffect="non-scaling-stroke"
			/>
			<path d="M0 43.5H400" stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
		</svg>
	);
}
