import { AxisLabels } from "#components/insights/marks/axis-labels.tsx";
import type { Share } from "#components/insights/marks/scale.ts";

export interface Point {
	key: string;
	/** From the top; null where nothing is known. */
	at: Share | null;
	/** Filled, hatched or empty in the strip below. */
	known: "proved" | "read" | "reckoned";
}

interface LineMarkProps {
	points: readonly Point[];
	zero: Share | null;
	ends: { up: string; down: string };
	labels: readonly string[];
	id: string;
}

const SLOT = 10;

/** A line over days; a strip below it shows by fill how each day is known. */
export function LineMark({ points, zero, ends, labels, id }: LineMarkProps) {
	const width = points.length * SLOT;
	return (
		<>
			<AxisLabels ends={ends} zero={zero} labels={[]}>
				<svg
					aria-hidden="true"
					viewBox={`0 0 ${width} 100`}
					preserveAspectRatio="none"
					className="absolute inset-0 block size-full overflow-visible"
				>
					<path d={`M0 0H${width}M0 100H${width}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
					{zero === null ? null : (
						<path d={`M0 ${zero}H${width}`} stroke="var(--color-line-field)" vectorEffect="non-scaling-stroke" />
					)}
					<path
						d={linePath(points)}
						fill="none"
						stroke="var(--color-accent)"
						strokeWidth="2"
						strokeLinejoin="round"
						vectorEffect="non-scaling-stroke"
					/>
				</svg>
			</AxisLabels>
			<div aria-hidden="true" className="mt-1 pl-[calc(3rem+0.375rem)]">
				<svg aria-hidden="true" viewBox={`0 0 ${width} 6`} preserveAspectRatio="none" className="block h-2 w-full">
					<pattern id={id} width="3" height="3" patternUnits="userSpaceOnUse">
						<rect width="1.2" height="3" fill="var(--color-neutral)" />
					</pattern>
					{points.map(({ key, known, at }, place) =>
						at === null ? null : (
							<rect
								key={key}
								x={place * SLOT + 1}
								y="0.5"
								width={SLOT - 2}
								height="5"
								fill={FILLS[known] ?? `url(#${id})`}
								stroke="var(--color-neutral)"
								strokeWidth="1"
								vectorEffect="non-scaling-stroke"
							/>
						),
					)}
				</svg>
				<p className="num mt-1 flex justify-between text-2xs text-ink-3">
					{labels.map((text) => (
						<span key={text}>{text}</span>
					))}
				</p>
			</div>
		</>
	);
}

const FILLS: Partial<Record<Point["known"], string>> = { proved: "var(--color-neutral)", reckoned: "none" };

/** Interrupted where a day is not known. */
function linePath(points: readonly Point[]): string {
	return points
		.map(({ at }, place) => {
			if (at === null) return "";
			const begins = place === 0 || points[place - 1]?.at === null;
			return `${begins ? "M" : "L"}${place * SLOT + SLOT / 2} ${at}`;
		})
		.join("");
}
