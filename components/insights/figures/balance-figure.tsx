import { AxisLabels } from "#components/insights/column-figure.tsx";
import { Figure } from "#components/insights/figure.tsx";
import { endLabels, type InsightsPart, useFigureTexts } from "#components/insights/figure-texts.ts";
import { lineScale } from "#components/insights/scale.ts";
import type { StatementDay } from "#lib/contracts/statement.ts";
import { minorOf } from "#lib/money.ts";
import type { Share } from "#lib/movements/flow-scale.ts";

/** The balance as a line over days; the fill of a strip below shows how certain each day's balance is. */
export function BalanceFigure({ insights, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency: insights.currency, today });
	const { byDay: days, opening } = insights.books;
	const known = days.filter(({ closing }) => closing.amount !== null);
	const [first, last] = [known.at(0), known.at(-1)];
	const { at, zero, top, bottom } = lineScale(
		days.map(({ closing }) => (closing.amount === null ? null : minorOf(closing.amount))),
	);
	const sentence =
		first && last
			? t("balance.sentence", {
					from: text.money(opening.amount ?? first.closing.amount ?? "0.00"),
					to: text.money(last.closing.amount ?? "0.00"),
					proved: days.filter(({ closing }) => closing.knownBy === "proved").length,
					days: days.length,
					open: days.filter(({ unexplained }) => minorOf(unexplained) !== 0n).length,
				})
			: t("balance.none");
	return (
		<Figure
			id="balance"
			title={t("balance.title")}
			sentence={sentence}
			legend={t("balance.legend")}
			heads={[t("day"), t("balance.closing"), t("balance.known"), t("balance.unexplained")]}
			rows={known.map(({ day, closing, unexplained }) => [
				text.day(day),
				text.figure(closing.amount ?? "0.00"),
				t(`balance.by.${closing.knownBy}`),
				minorOf(unexplained) === 0n ? "–" : text.figure(unexplained),
			])}
		>
			<AxisLabels ends={{ up: text.short(top), down: text.short(bottom) }} zero={zero} labels={[]}>
				<Line at={at} zero={zero} />
			</AxisLabels>
			<KnownStrip days={days} at={at} labels={endLabels(days, ({ day }) => text.day(day))} />
		</Figure>
	);
}

const SLOT = 10;

function Line({ at, zero }: { at: readonly (Share | null)[]; zero: Share | null }) {
	const width = at.length * SLOT;
	return (
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
				d={linePath(at)}
				fill="none"
				stroke="var(--color-accent)"
				strokeWidth="2"
				strokeLinejoin="round"
				vectorEffect="non-scaling-stroke"
			/>
		</svg>
	);
}

const FILLS: Partial<Record<StatementDay["closing"]["knownBy"], string>> = {
	proved: "var(--color-neutral)",
	read: "url(#balance-read)",
};

interface KnownStripProps {
	days: readonly StatementDay[];
	at: readonly (Share | null)[];
	labels: readonly string[];
}

function KnownStrip({ days, at, labels }: KnownStripProps) {
	return (
		<div aria-hidden="true" className="mt-1 pl-[calc(3rem+0.375rem)]">
			<svg
				aria-hidden="true"
				viewBox={`0 0 ${days.length * SLOT} 6`}
				preserveAspectRatio="none"
				className="block h-2 w-full"
			>
				<pattern id="balance-read" width="3" height="3" patternUnits="userSpaceOnUse">
					<rect width="1.2" height="3" fill="var(--color-neutral)" />
				</pattern>
				{days.map(({ day, closing }, place) =>
					at[place] === null ? null : (
						<rect
							key={day}
							x={place * SLOT + 1}
							y="0.5"
							width={SLOT - 2}
							height="5"
							fill={FILLS[closing.knownBy] ?? "none"}
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
	);
}

/** The line is interrupted where a day's balance is not known. */
function linePath(points: readonly (Share | null)[]): string {
	return points
		.map((at, place) => {
			if (at === null) return "";
			const begins = place === 0 || points[place - 1] === null;
			return `${begins ? "M" : "L"}${place * SLOT + SLOT / 2} ${at}`;
		})
		.join("");
}
