/** A statement's figures as rows of a table: the same in CSV, in the workbook and on paper. Pure. */
import type { Statement, StatementBalance, StatementDay } from "#lib/contracts/statement.ts";
import { dayOf, formatExact, formatPeriod, formatWalletMonth, type Place } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { negated } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { type PaperTexts, paperTexts } from "#lib/papers/paper-texts.ts";
import { type ExportLabels, labelOr } from "#server/exports/export-labels.ts";
import { typeLabel } from "#server/exports/movement-cells.ts";
import type { Column } from "#server/exports/sheet.ts";

/** Amounts are signed: in, out, fees, adjustments and unexplained add up to the change of the balance. */
export interface FigureRow {
	section: string;
	label?: string;
	day?: string | null;
	count?: number;
	in?: string;
	out?: string;
	fees?: string;
	adjustments?: string;
	unexplained?: string;
	/** An amount without a sign, which no sum includes: of a type of unknown direction, or of a late line that does not count. */
	uncounted?: string;
	balance?: StatementBalance;
	reason?: string | null;
}

/** The first row is the opening balance, the last the closing one. */
export function totalRows(
	statement: Statement,
	labels: ExportLabels,
	{ locale, timeZone }: { locale: Locale; timeZone: string },
): FigureRow[] {
	const t = labels.statements;
	const { knownFrom } = statement;
	const asOf = asOfText(statement, paperTexts(locale, labels), { locale, timeZone });
	return [
		{ section: t.opening, day: statement.from, balance: statement.opening },
		...(asOf ? [{ section: asOf }] : []),
		...(knownFrom ? [{ section: t.files.since, day: dayOf(new Date(knownFrom), timeZone) }] : []),
		totalRow(statement, labels),
		...statement.adjustmentParts.map(({ kind, amount }) => ({
			...{ section: t.adjustments, label: t.part[kind], adjustments: amount },
		})),
		...typeRows(statement, labels),
		...operatorRows(statement, labels),
		...statement.openDays.map(({ day, to, kind, amount, reason }) => ({
			...{ section: kind === "unexplained" ? t.unexplainedDays : t.notProved, day, unexplained: amount, reason },
			...(day === to ? {} : { label: formatPeriod({ from: day, to }, locale) }),
		})),
		...lateRows(statement, labels, locale),
		{ section: t.closing, day: statement.to, balance: statement.closing },
	];
}

/** Says of when the figures are; null once all lines of the period were listed. */
export function asOfText({ syncedAt, isComplete }: Statement, texts: PaperTexts, place: Place): string | null {
	if (isComplete || syncedAt === null) return null;
	return texts.markup("statements.notComplete", { at: () => formatExact(new Date(syncedAt), place) });
}

export function totalRow(statement: Statement, labels: ExportLabels): FigureRow {
	return { section: labels.exports.total, ...signed(statement), ...rest(statement) };
}

export function typeRows({ byType }: Pick<Statement, "byType">, labels: ExportLabels): FigureRow[] {
	return byType.map(({ type, count, amount, fee }) => {
		const direction = movementDirection(type);
		const figures = { in: "0.00", out: "0.00", fees: fee, ...(direction ? { [direction]: amount } : {}) };
		const shown = direction ? signed(figures) : { uncounted: amount };
		return { section: labels.statements.byType, label: typeLabel(type, labels), count, ...shown };
	});
}

export function operatorRows({ byOperator }: Pick<Statement, "byOperator">, labels: ExportLabels): FigureRow[] {
	const t = labels.statements;
	return byOperator.map((of) => ({
		...{ section: t.byOperator, label: of.name ?? t.other, count: of.count, ...signed(of) },
	}));
}

export function dayRows({ byDay }: Pick<Statement, "byDay">, labels: ExportLabels): FigureRow[] {
	return byDay.map((day: StatementDay) => ({
		...{ section: labels.statements.day, day: day.day, ...signed(day), ...rest(day), balance: day.closing },
	}));
}

export function lateRows({ late }: Pick<Statement, "late">, labels: ExportLabels, locale: Locale): FigureRow[] {
	const texts = paperTexts(locale, labels);
	const monthText = (month: string) => formatWalletMonth(month, { locale, timeZone: "UTC" });
	return late.map(({ counted, effect, reason, ...line }) => ({
		...{ section: labels.statements.late.title, label: typeLabel(line.type, labels), day: line.day },
		...(counted ? { adjustments: effect } : { uncounted: line.amount }),
		reason: texts(`statements.late.${reason}`, { month: monthText(line.month) }),
	}));
}

function signed({ in: cameIn, out, fees }: { in: string; out: string; fees: string }) {
	return { in: cameIn, out: negated(out), fees: negated(fees) };
}

function rest({ count, adjustments, unexplained }: { count: number; adjustments: string; unexplained: string }) {
	return { count, adjustments, unexplained };
}

/** `sums`: the file adds the amounts up below its rows; false for rows that are totals already. */
export function figureColumns(labels: ExportLabels, sums: boolean): Column<FigureRow>[] {
	const [t, heads] = [labels.statements, labels.exports.heads];
	const money = sums ? "money" : "balance";
	const known = ({ balance }: FigureRow) => (balance ? labelOr(t.knownBy, balance.knownBy) : null);
	return [
		{ head: t.files.section, kind: "text", width: 22, of: ({ section }) => section },
		{ head: t.files.label, kind: "text", width: 30, of: ({ label }) => label ?? null },
		{ head: t.day, kind: "day", width: 12, of: ({ day }) => day ?? null },
		{ head: t.count, kind: "count", width: 10, of: ({ count }) => (count === undefined ? null : String(count)) },
		{ head: t.in, kind: money, width: 16, of: (row) => row.in ?? null },
		{ head: t.out, kind: money, width: 16, of: ({ out }) => out ?? null },
		{ head: t.fees, kind: money, width: 14, of: ({ fees }) => fees ?? null },
		{ head: t.adjustments, kind: money, width: 16, of: ({ adjustments }) => adjustments ?? null },
		{ head: t.unexplained, kind: money, width: 14, of: ({ unexplained }) => unexplained ?? null },
		{ head: t.files.balance, kind: "balance", width: 18, of: ({ balance }) => balance?.amount ?? null },
		{ head: heads.onTheWay, kind: "balance", width: 16, of: ({ balance }) => balance?.onTheWay ?? null },
		{ head: t.files.knownBy, kind: "text", width: 24, of: known },
		{ head: heads.uncountedAmount, kind: "balance", width: 20, of: ({ uncounted }) => uncounted ?? null },
		{ head: t.files.reason, kind: "text", width: 40, of: ({ reason }) => reason ?? null },
	];
}
