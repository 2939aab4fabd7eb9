"use client";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { insightsPath } from "#lib/addresses/insights-path.ts";
import type { MovementTrend as Trend } from "#lib/contracts/movement.ts";

interface MovementTrendProps {
	currency: string;
	trend: Trend;
	label: string;
}

/** Money in above the line and money out below it, by day, week or month. It leads to Insights, which has the figures. */
export function MovementTrend({ currency, trend: { from, to, picture }, label }: MovementTrendProps) {
	return (
		<DeskLink href={insightsPath({ currency, from, to })} aria-label={label} className="w-48 shrink-0 max-sm:hidden">
			<svg aria-hidden="true" viewBox={`0 0 ${picture.width} 100`} preserveAspectRatio="none" className="h-8 w-full">
				<path d={picture.in} stroke="var(--color-positive)" strokeWidth="3" />
				<path d={picture.out} stroke="var(--color-neutral)" strokeWidth="3" />
				<path d={picture.zero} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
			</svg>
		</DeskLink>
	);
}
