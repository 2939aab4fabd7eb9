import { useTranslations } from "next-intl";
import { type InsightsPart, useFigureTexts } from "#components/insights/figure-texts.ts";
import { RowFigure } from "#components/insights/row-figure.tsx";
import { minorOf, toDecimal } from "#lib/money.ts";
import { share } from "#lib/movements/flow-scale.ts";
import { isNamedType } from "#lib/movements/movements.ts";

/**
 * Money in and out by operator, the largest first. The row without an operator holds the movements that are matched to no payment of ours.
 */
export function OperatorFigure({ insights: { currency, books }, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency, today });
	const rows = books.byOperator.map((operator) => {
		const [cameIn, out] = [minorOf(operator.in), minorOf(operator.out)];
		return { ...operator, label: operator.name ?? t("operators.others"), cameIn, out, moved: cameIn + out };
	});
	rows.sort((a, b) => (b.moved > a.moved ? 1 : b.moved < a.moved ? -1 : 0));
	const all = rows.reduce((sum, { moved }) => sum + moved, 0n);
	const largest = rows.at(0)?.moved ?? 0n;
	const most = rows.find(({ operator, moved }) => operator !== null && moved > 0n);
	const shares = most && { amount: text.money(toDecimal(most.moved)), share: text.percent(share(most.moved, all)) };
	return (
		<RowFigure
			id="operators"
			title={t("operators.title")}
			sentence={
				most && shares
					? t("operators.sentence", { operator: most.label, ...shares })
					: t(largest > 0n ? "operators.nothing" : "flow.none")
			}
			legend={t("operators.legend")}
			heads={[t("operators.operator"), t("in"), t("out"), t("fees.title"), t("movements")]}
			rows={rows.map(({ operator, label, cameIn, out, moved, fees, count }) => ({
				...{ key: operator ?? "others", label, figure: text.money(toDecimal(moved)) },
				...{ filled: share(cameIn, largest), hatched: share(out, largest) },
				cells: [...[toDecimal(cameIn), toDecimal(out), fees].map(text.figure), text.count(count)],
			}))}
		/>
	);
}

/** Compares types by their number of movements, because amounts of different types are never added. */
export function TypeFigure({ insights: { currency, books }, today }: InsightsPart) {
	const types = useTranslations("movements.types");
	const { t, ...text } = useFigureTexts({ currency, today });
	const rows = books.byType.toSorted((a, b) => b.count - a.count);
	const labelOf = (type: string) => (isNamedType(type) ? types(type) : type);
	const most = rows.at(0);
	const ofAll = (count: number) => text.percent(share(BigInt(count), BigInt(books.count)));
	return (
		<RowFigure
			id="types"
			title={t("types.title")}
			sentence={
				most
					? t("types.sentence", { type: labelOf(most.type), count: most.count, share: ofAll(most.count) })
					: t("flow.none")
			}
			heads={[t("types.type"), t("movements"), t("types.amount"), t("fees.title")]}
			rows={rows.map(({ type, count, amount, fee }) => ({
				...{ key: type, label: labelOf(type), figure: text.count(count) },
				filled: share(BigInt(count), BigInt(most?.count ?? 0)),
				cells: [text.count(count), text.figure(amount), text.figure(fee)],
			}))}
		/>
	);
}

export function FeesFigure({ insights, today }: InsightsPart) {
	const { t, ...text } = useFigureTexts({ currency: insights.currency, today });
	const sharesOf = (period: InsightsPart["insights"]["before"]) => {
		const moved = minorOf(period.in) + minorOf(period.out);
		const label = t("period", { from: text.day(period.from), to: text.day(period.to) });
		return { label, fees: period.fees, moved, share: share(minorOf(period.fees), moved) };
	};
	const [now, before] = [sharesOf({ ...insights, ...insights.books }), sharesOf(insights.before)];
	const most = Math.max(now.share, before.share, 0.01);
	return (
		<RowFigure
			id="fees"
			title={t("fees.title")}
			sentence={
				now.moved > 0n
					? t(before.moved > 0n ? "fees.sentence" : "fees.alone", {
							fees: text.money(now.fees),
							share: text.percent(now.share),
							before: text.money(before.fees),
							shareBefore: text.percent(before.share),
							period: before.label,
						})
					: t("flow.none")
			}
			heads={[t("fees.period"), t("fees.moved"), t("fees.title"), t("fees.share")]}
			rows={[now, before].map((row) => ({
				...{ key: row.label.replaceAll(/\W+/g, "-"), label: row.label },
				...{ filled: (row.share / most) * 100, figure: text.percent(row.share) },
				cells:
					row.moved > 0n ? [text.figure(toDecimal(row.moved)), text.figure(row.fees), text.percent(row.share)] : null,
			}))}
		/>
	);
}
