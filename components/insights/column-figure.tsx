import { AxisLabels } from "#components/insights/axis-labels.tsx";
import { Figure, type FigureProps } from "#components/insights/figure.tsx";
import { columnScale } from "#components/insights/scale.ts";
import type { AmountMinor } from "#lib/money.ts";

interface ColumnFigureProps extends Omit<FigureProps, "children"> {
	/** What stands above and below the zero line. */
	columns: readonly { up: AmountMinor; down: AmountMinor }[];
	/** The highest figure as text, for an end of the axis. */
	short: (most: AmountMinor) => string;
	/** Labels below: first, middle, last. */
	labels: readonly string[];
}

const SLOT = 10;

/** Columns above and below a zero line. What is below is hatched, so that both can be told apart without colour. */
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

/** From the zero line up (negative) or down. */
function bar(place: number, zero: number, height: number): string {
	return height === 0 ? "" : `M${place * SLOT + 1.5} ${zero}h7v${height}h-7z`;
}
