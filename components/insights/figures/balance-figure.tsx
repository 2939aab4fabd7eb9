import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { endLabels, useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { LineMark, type Point } from "#components/insights/marks/line-mark.tsx";
import { lineScale } from "#components/insights/marks/scale.ts";
import type { StatementDay } from "#lib/contracts/statement.ts";
import { minorOf } from "#lib/money.ts";

export function BalanceFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const { byDay: days, opening } = insights.books;
	const known = days.filter(({ closing }) => closing.amount !== null);
	const [first, last] = [known.at(0), known.at(-1)];
	const scale = lineScale(days.map(({ closing }) => (closing.amount === null ? null : minorOf(closing.amount))));
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
			table={{
				heads: [t("day"), t("balance.closing"), t("balance.known"), t("balance.unexplained")],
				rows: known.map(({ day, closing, unexplained }) => [
					text.day(day),
					text.figure(closing.amount ?? "0.00"),
					t(`balance.by.${closing.knownBy}`),
					minorOf(unexplained) === 0n ? "–" : text.figure(unexplained),
				]),
			}}
		>
			<LineMark
				id="balance-read"
				points={days.map((day, place) => pointOf(day, scale.at[place] ?? null))}
				zero={scale.zero}
				ends={{ up: text.short(scale.top), down: text.short(scale.bottom) }}
				labels={endLabels(days, ({ day }) => text.day(day))}
			/>
		</Figure>
	);
}

function pointOf({ day, closing: { knownBy } }: StatementDay, at: Point["at"]): Point {
	return { key: day, at, known: knownBy === "unknown" ? "reckoned" : knownBy };
}
