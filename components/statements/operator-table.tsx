import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { DayText } from "#components/ui/day-text.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { Statement } from "#lib/contracts/statement.ts";
import { isNamedType } from "#lib/movements/movements.ts";
import { daysWithChange } from "#lib/statements/days-with-change.ts";
import { formatCount } from "#lib/text/counts.ts";

export function OperatorTable({ statement }: { statement: Statement }) {
	const { byOperator, currency } = statement;
	const t = useTranslations("statements");
	const locale = useLocale();
	const figure = figureIn(currency);
	if (byOperator.length === 0) return <p className="text-ink-2 text-sm">{t("noLines")}</p>;
	return (
		<FigureTable
			title={t("byOperator")}
			rows={byOperator}
			total={{ ...statement, operator: null, name: t("files.totals") }}
			keyOf={({ operator }) => operator ?? ""}
			columns={[
				{ head: t("operator"), className: "whitespace-normal", of: ({ name }) => name ?? t("other") },
				{ head: t("count"), wide: true, of: ({ count }) => formatCount(count, locale) },
				{ head: t("in"), of: (row) => figure(row.in) },
				{ head: t("out"), of: ({ out }) => figure(out) },
				{ head: t("fees"), wide: true, of: ({ fees }) => figure(fees) },
			]}
		/>
	);
}

export function TypeTable({ statement: { byType, currency } }: { statement: Statement }) {
	const t = useTranslations("statements");
	const types = useTranslations("movements.types");
	const locale = useLocale();
	const figure = figureIn(currency);
	if (byType.length === 0) return null;
	return (
		<FigureTable
			title={t("byType")}
			rows={byType}
			keyOf={({ type }) => type}
			columns={[
				{ head: t("type"), of: ({ type }) => (isNamedType(type) ? types(type as "deposit") : type) },
				{ head: t("count"), of: ({ count }) => formatCount(count, locale) },
				{ head: t("amount"), of: ({ amount }) => figure(amount) },
				{ head: t("fee"), wide: true, of: ({ fee }) => figure(fee) },
			]}
		/>
	);
}

export function DayTable({ statement: { byDay, currency } }: { statement: Statement }) {
	const t = useTranslations("statements");
	const figure = figureIn(currency);
	const days = daysWithChange(byDay);
	if (days.length === 0) return null;
	return (
		<FigureTable
			title={t("byDay")}
			note={days.length < byDay.length ? t("quietDays") : null}
			rows={days}
			keyOf={({ day }) => day}
			columns={[
				{ head: t("day"), of: ({ day }) => <DayText day={day} /> },
				{ head: t("in"), of: (row) => figure(row.in) },
				{ head: t("out"), of: ({ out }) => figure(out) },
				{ head: t("fees"), wide: true, of: ({ fees }) => figure(fees) },
				{
					head: t("unexplained"),
					wide: true,
					of: ({ unexplained }) => (
						<span className={unexplained === "0.00" ? "" : "font-[580] text-danger"}>{figure(unexplained)}</span>
					),
				},
				{
					head: t("files.balance"),
					of: ({ closing, unexplained }) => (
						<>
							{closing.amount === null ? "–" : figure(closing.amount)}
							{/* Phones have no room for the column. */}
							{unexplained === "0.00" ? null : (
								<span className="block whitespace-normal text-2xs text-danger sm:hidden">
									{t("unexplained")} {figure(unexplained)}
								</span>
							)}
						</>
					),
				},
			]}
		/>
	);
}

function figureIn(currency: string) {
	return (amount: string) => <Money amount={amount} currency={currency} withCurrency={false} inFigures />;
}

interface FigureTableProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, "caption"> {
	title: string;
	note?: string | null;
}

function FigureTable<Row>({ title, note, columns, ...table }: FigureTableProps<Row>) {
	return (
		<section>
			<SectionTitle>{title}</SectionTitle>
			<DataTable
				{...table}
				columns={columns.map((column, place) => ({ ...column, numeric: place > 0 }))}
				caption={title}
				className="max-[24rem]:text-2xs max-[24rem]:[&_td]:wrap-anywhere max-[24rem]:[&_td]:whitespace-normal max-[24rem]:[&_td]:px-1! max-[24rem]:[&_th]:px-1!"
			/>
			{note ? <p className="mt-2 text-ink-2 text-xs">{note}</p> : null}
		</section>
	);
}
