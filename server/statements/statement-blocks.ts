/** The tables of a statement on paper. Pure: figures come from `figure-rows.ts`, as in the files. */
import type { Statement, StatementBalance } from "#lib/contracts/statement.ts";
import { formatCalendarDay, formatDay, formatTime, type Place } from "#lib/dates.ts";
import { formatAmount, minorOf, negated, toDecimal } from "#lib/money.ts";
import type { PaperTexts } from "#lib/papers/paper-texts.ts";
import { daysWithChange } from "#lib/statements/days-with-change.ts";
import { formatCount } from "#lib/text/counts.ts";
import type { ExportLabels } from "#server/exports/export-labels.ts";
import { movementCells, typeLabel } from "#server/exports/movement-cells.ts";
import type { Block, PaperColumn } from "#server/papers/paper.ts";
import { dayRows, type FigureRow, lateRows, operatorRows, totalRow, typeRows } from "#server/statements/figure-rows.ts";
import type { StatementLine } from "#server/statements/statement-lines.ts";

export interface Writing {
	labels: ExportLabels;
	texts: PaperTexts;
	place: Place;
	currency: string;
}

// Other requests run between pieces of this size.
const LINES_AT_ONCE = 200;
const UNKNOWN = "–";

export function figureBlocks(statement: Statement, writing: Writing): Block[] {
	const { labels, texts } = writing;
	const t = labels.statements;
	const money = amountsIn(writing);
	const differing = statement.openDays.filter(({ kind }) => kind === "unexplained").length;
	const balance = (label: string, { amount, knownBy }: StatementBalance) => [
		...[label, t.knownBy[knownBy], amount === null ? UNKNOWN : money(amount)],
	];
	const parts = statement.adjustmentParts.map(({ kind, amount }) => [t.adjustments, t.part[kind], money(amount)]);
	const rows = [
		balance(t.opening, statement.opening),
		[t.in, "", money(statement.in)],
		[t.out, "", money(negated(statement.out))],
		[t.fees, "", money(negated(statement.fees))],
		...(parts.length > 0 ? parts : [[t.adjustments, "", money(statement.adjustments)]]),
		[
			t.unexplained,
			differing > 0 ? texts("statements.differing", { count: differing }) : "",
			money(statement.unexplained),
		],
	];
	const amount = `${t.amount} (${writing.currency})`;
	const columns = [left(t.files.label, 30), left(t.files.knownBy, 45), right(amount, 25)];
	return [
		{ kind: "table", columns },
		{ kind: "rows", rows },
		{ kind: "rows", isTotal: true, rows: [balance(t.closing, statement.closing)] },
		{ kind: "rows", rows: [[t.onTheWay, "", money(statement.closing.onTheWay)]] },
	];
}

export function partBlocks(statement: Statement, writing: Writing): Block[] {
	const { labels } = writing;
	const t = labels.statements;
	const total = totalRow(statement, labels);
	const sums = { label: 26, count: 9, in: 17, out: 17, fees: 14, uncounted: 17 };
	const days = { day: 12, in: 15, out: 15, fees: 12, adjustments: 14, unexplained: 12, balance: 16 };
	const late = { day: 12, label: 18, adjustments: 16, uncounted: 16, reason: 38 };
	const changed = daysWithChange(statement.byDay);
	const isShortened = changed.length > 0 && changed.length < statement.byDay.length;
	const tableOf = (heading: string, figures: Figures) => figureTable(heading, figures, statement, writing);
	const lateFigures = { rows: lateRows(statement, labels, writing.place.locale), parts: late, label: t.type };
	return [
		...tableOf(t.byType, { rows: typeRows(statement, labels), total, parts: sums, label: t.type }),
		...tableOf(t.byOperator, { rows: operatorRows(statement, labels), total, parts: sums, label: t.operator }),
		...openBlocks(statement, writing),
		...tableOf(t.late.title, lateFigures),
		...tableOf(t.byDay, { rows: dayRows({ byDay: changed }, labels), total, parts: days }),
		...(isShortened ? [{ kind: "text", text: t.quietDays } as const] : []),
	];
}

type Part = Exclude<keyof FigureRow, "section">;

interface Figures {
	rows: readonly FigureRow[];
	total?: FigureRow;
	/** Each part with its share of the width, in the order of the columns. */
	parts: Partial<Record<Part, number>>;
	/** The head of the column of labels. */
	label?: string;
}

const WORDS: readonly Part[] = ["label", "day", "reason"];

function figureTable(
	heading: string,
	{ rows, total, parts, label = "" }: Figures,
	{ to }: Statement,
	writing: Writing,
): Block[] {
	const { labels, place } = writing;
	const money = amountsIn(writing);
	const cell = (row: FigureRow, part: Part): string => {
		const value = part === "balance" ? row.balance?.amount : row[part];
		if (value === null || value === undefined) return part === "balance" && row.balance ? UNKNOWN : "";
		if (part === "day") return formatCalendarDay(String(value), place.locale, to);
		if (part === "count") return formatCount(Number(value), place.locale);
		return WORDS.includes(part) ? String(value) : money(String(value));
	};
	const t = labels.statements;
	const heads: Record<Part, string> = {
		...{ label, day: t.day, count: t.count, in: t.in, out: t.out, fees: t.fees },
		...{ adjustments: t.adjustments, unexplained: t.unexplained, uncounted: labels.exports.heads.uncountedAmount },
		...{ balance: t.files.balance, reason: t.files.reason },
	};
	const shown = (Object.entries(parts) as [Part, number][]).filter(([part]) =>
		rows.some((row) => cell(row, part) !== ""),
	);
	const textsOf = (row: FigureRow) => shown.map(([part]) => cell(row, part));
	const columns = shown.map(([part, share]) => (WORDS.includes(part) ? left : right)(heads[part], share));
	const sum = total ? [labels.exports.total, ...textsOf(total).slice(1)] : undefined;
	return table(heading, columns, rows.map(textsOf), sum);
}

function openBlocks({ openDays, to }: Statement, writing: Writing): Block[] {
	const t = writing.labels.statements;
	const money = amountsIn(writing);
	const day = (of: string) => formatCalendarDay(of, writing.place.locale, to);
	const ofKind = (wanted: "unexplained" | "not_proved") => openDays.filter(({ kind }) => kind === wanted);
	const differences = ofKind("unexplained").map((open) => [
		...[day(open.day), money(open.amount), open.reason ?? UNKNOWN],
	]);
	const runs = ofKind("not_proved").map((open) => [
		...[open.day === open.to ? day(open.day) : `${day(open.day)} – ${day(open.to)}`, open.reason ?? UNKNOWN],
	]);
	const reason = left(t.files.reason, 60);
	return [
		...table(t.unexplainedDays, [left(t.day, 16), right(t.unexplained, 20), reason], differences),
		...table(t.notProved, [left(t.files.period, 36), reason], runs),
	];
}

/** Lists the lines, signed as they changed the balance, and ends with the statement's sums. */
export async function* lineBlocks(
	batches: AsyncIterable<readonly StatementLine[]>,
	statement: Statement,
	writing: Writing,
): AsyncGenerator<Block[]> {
	const { labels } = writing;
	const { heads, total } = labels.exports;
	const money = amountsIn(writing);
	const rowOf = lineCells(statement, writing);
	const columns = [
		...[left(heads.at, 52), left(heads.type, 58), left(heads.who, 95)],
		...[{ ...left(heads.reference, 115), isCode: true }, right(heads.amount, 64), right(heads.fee, 49)],
	];
	let isFirst = true;
	for await (const lines of batches)
		for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
			const rows = lines.slice(from, from + LINES_AT_ONCE).map(rowOf);
			yield isFirst ? table(labels.statements.files.lines, columns, rows) : [{ kind: "rows", rows }];
			isFirst = false;
		}
	const change = toDecimal(minorOf(statement.in) - minorOf(statement.out));
	const sums = [total, "", "", "", money(change), money(negated(statement.fees))];
	yield isFirst ? [{ kind: "text", text: labels.statements.noLines }] : [{ kind: "rows", isTotal: true, rows: [sums] }];
}

/** Puts an amount that no total includes under the names, so that the amounts of a column add up to its total. */
function lineCells({ to }: Statement, writing: Writing) {
	const { labels, place } = writing;
	const { heads } = labels.exports;
	const money = amountsIn(writing);
	const named = (head: string, decimal: string | null) =>
		decimal === null || minorOf(decimal) === 0n ? "" : `${head} ${money(decimal)}`;
	const moneyOr = (decimal: string | null) => (decimal === null ? "" : money(decimal));
	const now = new Date(`${to}T12:00:00Z`);
	return (line: StatementLine): string[] => {
		const at = new Date(line.createdAt);
		// Keeps a phone number on one line.
		const who = line.who?.startsWith("+") ? line.who.replaceAll(" ", "\u00a0") : line.who;
		return [
			`${formatDay(at, place, now)}\n${formatTime(at, place)}`,
			typeLabel(line.type, labels),
			[
				...[who, line.operatorName ?? line.operator],
				named(heads.uncountedAmount, movementCells.uncountedAmount(line)),
				named(heads.uncountedFee, movementCells.uncountedFee(line)),
			]
				.filter(Boolean)
				.join("\n"),
			line.reference ?? "",
			moneyOr(movementCells.amount(line)),
			moneyOr(movementCells.fee(line)),
		];
	};
}

function table(
	heading: string,
	columns: readonly PaperColumn[],
	rows: readonly string[][],
	total?: readonly string[],
): Block[] {
	if (rows.length === 0) return [];
	return [
		{ kind: "heading", text: heading },
		{ kind: "table", columns },
		{ kind: "rows", rows },
		...(total ? [{ kind: "rows", isTotal: true, rows: [total] } as const] : []),
	];
}

function amountsIn({ currency, place }: Writing): (decimal: string) => string {
	return (decimal) => formatAmount(decimal, currency, place.locale);
}

function left(head: string, share: number): PaperColumn {
	return { head, align: "left", share };
}

function right(head: string, share: number): PaperColumn {
	return { head, align: "right", share };
}
