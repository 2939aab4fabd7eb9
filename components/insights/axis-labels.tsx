import type { ReactNode } from "react";

interface AxisLabelsProps {
	ends: { up: string; down: string };
	/** In hundredths from the top; null without a zero line. */
	zero: number | null;
	labels: readonly string[];
	children: ReactNode;
}

// Figures closer to zero than this share of the height would overlap.
const ROOM = 14;

/** A drawing of fixed height and any width, with figures at its left and labels below; screen readers read the sentence and the table. */
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
