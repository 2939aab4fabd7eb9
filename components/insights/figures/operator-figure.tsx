import { useTranslations } from "next-intl";
import { Figure } from "#components/insights/figure.tsx";
import { useFigureTexts } from "#components/insights/figure-texts.ts";
import type { InsightsPart } from "#components/insights/insights-part.ts";
import { RowMarks } from "#components/insights/marks/row-marks.tsx";
import { share } from "#components/insights/marks/scale.ts";
import { minorOf, toDecimal } from "#lib/money.ts";

/** Money in and out by operator; the last row holds movements that were not started here. */
export function OperatorFigure({ insights, today }: InsightsPart) {
	const t = useTranslations("insights");
	const text = useFigureTexts({ currency: insights.currency, today });
	const rows = insights.books.byOperator.map((operator) => {
		const [cameIn, out] = [minorOf(operator.in), minorOf(operator.out)];
		return { ...operator, label: operator.name ?? t("operators.others"), cameIn, out, moved: cameIn + out };
	});
	rows.sort((a, b) => (b.moved > a.moved ? 1 : b.moved < a.moved ? -1 : 0));
	const all = rows.reduce((sum, { moved }) => sum + moved, 0n);
	const largest = rows.at(0)?.moved ?? 0n;
	const most = rows.find(({ operator, moved }) => operator !== null && moved > 0n);
	return (
		<Figure
			id="operators"
			title={t("operators.title")}
			sentence={
				most
					? t("operators.sentence", {
							operator: most.label,
							amount: text.money(toDecimal(most.moved)),
							share: text.percent(share(most.moved, all)),
						})
					: t(largest > 0n ? "operators.nothing" : "flow.none")
			}
			legend={t("operators.legend")}
			table={{
				heads: [t("operators.operator"), t("in"), t("out"), t("fees.title"), t("movements")],
				rows: rows.map(({ label, in: came, out: _out, fees, count, ...row }) => [
					label,
					text.figure(came),
					text.figure(toDecimal(row.moved - row.cameIn)),
					text.figure(fees),
					text.count(count),
				]),
			}}
		>
			<RowMarks
				id="operators-out"
				rows={rows.map(({ operator, label, cameIn, out, moved }) => ({
					...{ key: operator ?? "others", label, figure: text.money(toDecimal(moved)) },
					...{ filled: share(cameIn, largest), hatched: share(out, largest) },
				}))}
			/>
		</Figure>
	);
}
