/** Draws a table over any number of pages, with its head at the top of each page and its figures aligned at the right. */
import type { PaperColumn } from "#server/papers/paper.ts";
import { BOTTOM, LEFT, RIGHT, WIDTH } from "#server/papers/pdf/page.ts";
import type { Sheet, Table, Tag } from "#server/papers/pdf/sheet.ts";
import { INK, INK_2, LINE, type Line, type Style } from "#server/papers/pdf/typesetter.ts";

interface Place extends PaperColumn {
	x: number;
	width: number;
}

const GUTTER = 10;
const LEADING = 11.5;
const PADDING = 4;
const HEAD: Style = { size: 8, isStrong: true, color: INK_2 };
const CELL: Style = { size: 8.5 };
const TOTAL: Style = { size: 8.5, isStrong: true };
/** Codes are wide, so their columns use this size; a longer code is drawn smaller or, if it would be below the least size, broken. */
const CODE_SIZE = 7.5;
const LEAST_CODE_SIZE = 6.5;

export function openTable(sheet: Sheet, columns: readonly PaperColumn[]): Table {
	const places = placesOf(columns);
	const table = sheet.open("Table");
	const linesIn = (row: readonly string[], style: Style) =>
		places.map(({ width, align, isCode = false }, index) => {
			const text = row[index] ?? "";
			if (style === HEAD || (align === "left" && !isCode)) return sheet.type.lines(text, width, style);
			const sized = isCode ? { ...style, size: CODE_SIZE } : style;
			const fitted = sheet.type.fitted(text, width, sized);
			return isCode && fitted.size < LEAST_CODE_SIZE ? sheet.type.lines(text, width, sized) : [fitted];
		});
	const head = linesIn(
		columns.map((column) => column.head),
		HEAD,
	);
	// A head must not be alone at the end of a page.
	sheet.need(heightOf(head) * 3);
	const drawHead = (cell: DrawCell) => {
		drawRow(sheet, places, head, HEAD, cell);
		rule(sheet, INK, 0.75);
	};
	const headRow = sheet.open("TR", sheet.open("THead", table));
	drawHead((draw) => sheet.tagged("TH", draw, { parent: headRow, scope: "Column" }));
	let body = sheet.open("TBody", table);
	const turnPage = () => {
		body.end();
		sheet.newPage();
		body = sheet.open("TBody", table);
		// A screen reader has read the head already, so on later pages the head is an artifact.
		drawHead((draw) => sheet.artifact(draw));
	};
	return {
		rows(rows, isTotal) {
			for (const row of rows) {
				const lines = linesIn(row, isTotal ? TOTAL : CELL);
				if (sheet.y + heightOf(lines) > BOTTOM) turnPage();
				writeRow(sheet, places, lines, { isTotal, body });
			}
		},
		end() {
			table.end();
			sheet.y += 16;
		},
	};
}

type DrawCell = (draw: () => void, index: number) => void;

function writeRow(
	sheet: Sheet,
	places: readonly Place[],
	lines: readonly (readonly Line[])[],
	{ isTotal, body }: { isTotal: boolean; body: Tag },
): void {
	const row = sheet.open("TR", body);
	if (isTotal) rule(sheet, INK, 0.75);
	drawRow(sheet, places, lines, isTotal ? TOTAL : CELL, (draw, index) =>
		isTotal && index === 0
			? sheet.tagged("TH", draw, { parent: row, scope: "Row" })
			: sheet.tagged("TD", draw, { parent: row }),
	);
	rule(sheet, LINE, 0.4);
	row.end();
}

function drawRow(
	sheet: Sheet,
	places: readonly Place[],
	lines: readonly (readonly Line[])[],
	style: Style,
	cell: DrawCell,
): void {
	for (const [index, { align, x, width }] of places.entries())
		cell(() => {
			for (const [row, line] of (lines[index] ?? []).entries()) {
				const y = sheet.y + PADDING + style.size + row * LEADING;
				sheet.type.draw(line, { x: align === "right" ? x + width : x, y, align }, style);
			}
		}, index);
	sheet.y += heightOf(lines);
}

function heightOf(lines: readonly (readonly Line[])[]): number {
	return Math.max(1, ...lines.map(({ length }) => length)) * LEADING + 2 * PADDING;
}

function rule({ pdf, y, artifact }: Sheet, color: string, thickness: number): void {
	artifact(() => pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(thickness).stroke(color));
}

function placesOf(columns: readonly PaperColumn[]): Place[] {
	const shares = columns.reduce((sum, { share }) => sum + share, 0);
	const free = WIDTH - GUTTER * (columns.length - 1);
	let x = LEFT;
	return columns.map((column) => {
		const place = { ...column, x, width: (free * column.share) / shares };
		x += place.width + GUTTER;
		return place;
	});
}
