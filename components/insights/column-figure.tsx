import type { ReactNode } from "react";
import { Figure, type FigureProps } from "#components/insights/figure.tsx";
import { columnScale } from "#components/insights/scale.ts";
import type { AmountMinor } from "#lib/money.ts";

interface ColumnFigureProps extends Omit<FigureProps, "children"> {
	columns: readonly { up: AmountMinor; down: AmountMinor }[];
	/** Formats the highest amount of a direction, which is shown at its end of the axis. */
	short: (most: AmountMinor) => string;
	/** Labels below the first, the middle and the last column. */
	labels: readonly string[];
}

const SLOT = 10;

/** Columns below the zero line are hatched, so that the two directions differ without colour. */
export function ColumnFigure({ columns: amounts, short, labels, ...figure }: ColumnFigureProps) {
	const { columns, zero, most } = columnScale(amounts);
	const width = columns.length * SLOT;
	const pattern = `${figure.id}-down`;
	return (
		<Figure {...figure}>
			<AxisLabels ends={{ up: short(most.up), down: short(most.down) }} zero={zero} labels={labels}>
				<svg
					aria-hidden="true"
					viewBox={`0 0 ${width} 100`}
					preserveAspectRatio="none"
					className="absolute inset-0 block size-full overflow-visible"
				>
					<pattern id={pattern} width="3" height="3" patternUnits="userSpaceOnUse">
						<rect width="3" height="1.5" fill="var(--color-neutral)" />
					</pattern>
					<path d={`M0 0H${width}M0 100H${width}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
					<path d={columns.map(({ up }, place) => bar(place, zero, -up)).join("")} fill="var(--color-positive)" />
					<path
						d={columns.map(({ down }, place) => bar(place, zero, down)).join("")}
						fill={`url(#${pattern})`}
						stroke="var(--color-neutral)"
						vectorEffect="non-scaling-stroke"
					/>
					<path d={`M0 ${zero}H${width}`} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
				</svg>
			</AxisLabels>
		</Figure>
	);
}

/** An SVG path from the zero line; a negative height goes up. */
function bar(place: number, zero: number, height: number): string {
	return height === 0 ? "" : `M${place * SLOT + 1.5} ${zero}h7v${height}h-7z`;
}

interface AxisLabelsProps {
	ends: { up: string; down: string };
	/** Distance of the zero line from the top, in percent of the height; null without such a line. */
	zero: number | null;
	labels: readonly string[];
	children: ReactNode;
}

// In percent of the height: a figure closer than this to the "0" would overlap it and is left out.
const ROOM = 14;

/** Puts figures left of a drawing and labels below. Screen readers skip all of it: they read the sentence and the table. */
export function AxisLabels({ ends, zero, labels, children }: AxisLabelsProps) {
	const places = [
		{ at: 0, text: zero === null || zero >= ROOM ? ends.up : "" },
		...(zero === null ? [] : [{ at: zero, text: "0" }]),
		{ at: 100, text: zero === null || 100 - zero >= ROOM ? ends.down : "" },
	];
	return (
		<div aria-hidden="true" className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-1.5">
			<div className="num relative h-36 text-right text-2xs text-ink-3">
				{places.map(({ at, text }) => (
					<span key={at} className="-translate-y-1/2 absolute right-0" style={{ top: `${at}%` }}>
						{text}
					</span>
				))}
			</div>
			<div className="relative h-36">{children}</div>
			<p className="num col-start-2 mt-1 flex justify-between text-2xs text-ink-3">
				{labels.map((text) => (
					<span key={text}>{text}</span>
				))}
			</p>
		</div>
	);
}
