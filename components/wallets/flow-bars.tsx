"use client";
import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { AmountMinor } from "#lib/money.ts";
import type { FlowDay, FlowScale } from "#lib/movements/flow-scale.ts";

interface FlowBarsProps {
	flows: readonly FlowDay[];
	scale: FlowScale;
	chosen: number | null;
	children: ReactNode;
}

// A slot's width in the drawing's own units; the drawing stretches to the available width.
const SLOT = 10;
// In percent of the height: a figure closer than this to the "0" would overlap it and is left out.
const ROOM = 14;

const SIDES = [
	{ side: "in", up: -1, fill: "var(--color-positive)" },
	{ side: "out", up: 1, fill: "var(--color-neutral)" },
] as const;

/** Draws the bars, which screen readers skip: they read the slider instead. */
export function FlowBars({ flows, scale, chosen, children }: FlowBarsProps) {
	const locale = useLocale();
	const { zero, bars } = scale;
	const width = flows.length * SLOT;
	const today = flows.at(-1)?.day ?? "";
	const days = [flows.at(0), flows[Math.floor(flows.length / 2)], flows.at(-1)].filter(
		(day, place, all) => day && all.indexOf(day) === place,
	);
	return (
		<div className="mt-3 grid grid-cols-[2.6rem_minmax(0,1fr)] gap-x-1.5">
			<div aria-hidden="true" className="num relative h-28 text-right text-2xs text-ink-3">
				{zero >= ROOM ? <AxisFigure at={0} text={shortFigure(scale.in, locale)} /> : null}
				<AxisFigure at={zero} text="0" />
				{100 - zero >= ROOM ? <AxisFigure at={100} text={shortFigure(scale.out, locale)} /> : null}
			</div>
			<div className="relative h-28 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
				<svg
					aria-hidden="true"
					viewBox={`0 0 ${width} 100`}
					preserveAspectRatio="none"
					className="absolute inset-0 block size-full overflow-visible"
				>
					{chosen === null ? null : (
						<rect x={chosen * SLOT} y="0" width={SLOT} height="100" fill="var(--color-neutral-soft)" />
					)}
					<path d={`M0 0H${width}M0 100H${width}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
					{bars.flatMap((bar, place) =>
						SIDES.map(({ side, up, fill }) => (
							<path
								key={`${flows[place]?.day} ${side}`}
								d={barPath(place, zero, up * bar[side])}
								fill={fill}
								opacity={chosen === null || chosen === place ? 1 : 0.55}
							/>
						)),
					)}
					<path d={`M0 ${zero}H${width}`} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
				</svg>
				{children}
			</div>
			<p aria-hidden="true" className="num col-start-2 mt-1 flex justify-between text-2xs text-ink-3">
				{days.map((day) => (day ? <span key={day.day}>{formatCalendarDay(day.day, locale, today)}</span> : null))}
			</p>
		</div>
	);
}

function AxisFigure({ at, text }: { at: number; text: string }) {
	return (
		<span className="-translate-y-1/2 absolute right-0" style={{ top: `${at}%` }}>
			{text}
		</span>
	);
}

/** An SVG path from the zero line; a negative height goes up. */
function barPath(place: number, zero: number, height: number): string {
	return height === 0 ? "" : `M${place * SLOT + 2} ${zero}h6v${height}h-6z`;
}

/** "500K", "1.2M": only round figures appear at the axis ends, so nothing is lost. */
function shortFigure(amount: AmountMinor, locale: Locale): string {
	return new Intl.NumberFormat(locale, { notation: "compact" }).format(amount / 100n);
}
