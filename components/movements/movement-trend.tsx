"use client";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { MovementTrend as Trend } from "#lib/contracts/movement.ts";

/** Money in above the line and money out below it, by day or month. It leads to Insights, which has the figures. */
export default function MovementTrend({
	currency,
	trend: { unit, from, to, picture },
}: {
	currency: string;
	trend: Trend;
}) {
	const label = useTranslations("movements")("trend", { unit });
	return (
		<DeskLink
			href={insightsPath({ currency, from, to })}
			aria-label={label}
			title={label}
			className="w-48 shrink-0 rounded-sm max-sm:hidden"
		>
			<svg
				aria-hidden="true"
				viewBox={`0 0 ${picture.width} 100`}
				preserveAspectRatio="none"
				className="block h-8 w-full"
			>
				<path d={picture.in} fill="var(--color-positive)" />
				<path d={picture.out} fill="var(--color-neutral)" />
				<path d={picture.zero} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
			</svg>
		</DeskLink>
	);
}
