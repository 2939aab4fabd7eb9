import { AxisLabels } from "#components/insights/marks/axis-labels.tsx";
import type { Share } from "#components/insights/marks/scale.ts";

interface Column {
	key: string;
	/** Above the zero line, in hundredths of the height. */
	up: Share;
	/** Below the zero line. */
	down: Share;
}

interface ColumnsMarkProps {
	columns: readonly Column[];
	/** The zero line, in hundredths of the height from the top. */
	zero: Share;
	/** Figures at the ends of the axis; empty for none. */
	ends: { up: string; down: string };
	/** Labels below: first, middle, last. */
	labels: readonly string[];
	/** Names its pattern in the page. */
	id: string;
}

const SLOT = 10;

/** Columns above and below a zero line. What is below is hatched, so that both can be told apart without colour. */
export function ColumnsMark({ columns, zero, ends, labels, id }: ColumnsMarkProps) {
	const width = columns.length * SLOT;
	return (
		<AxisLabels ends={ends} zero={zero} labels={labels}>
			<svg
				aria-hidden="true"
				viewBox={`0 0 ${width} 100`}
				preserveAspectRatio="none"
				className="absolute inset-0 block size-full overflow-visible"
			>
				<pattern id={id} width="3" height="3" patternUnits="userSpaceOnUse">
					<rect width="3" height="1.5" fill="var(--color-neutral)" />
				</pattern>
				<path d={`M0 0H${width}M0 100H${width}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
				<path d={columns.map(({ up }, place) => bar(place, zero, -up)).join("")} fill="var(--color-positive)" />
				<path
					d={columns.map(({ down }, place) => bar(place, zero, down)).join("")}
					fill={`url(#${id})`}
					stroke="var(--color-neutral)"
					vectorEffect="non-scaling-stroke"
				/>
				<path d={`M0 ${zero}H${width}`} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
			</svg>
		</AxisLabels>
	);
}

/** From the zero line up (negative) or down. */
function bar(place: number, zero: number, height: number): string {
	return height === 0 ? "" : `M${place * SLOT + 1.5} ${zero}h7v${height}h-7z`;
}
