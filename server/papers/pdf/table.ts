/** Draws a table over any number of pages, with its head at the top of each page and its figures aligned at the right. */
import type { PaperColumn } from "#server/papers/paper.ts";
import type { LayoutContext, Table, Tag } from "#server/papers/pdf/layout-context.ts";
import { BOTTOM, LEFT, RIGHT, WIDTH } from "#server/papers/pdf/page.ts";
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

export function openTable(layout: LayoutContext, columns: readonly PaperColumn[]): Table {
	const places = placesOf(columns);
	const table = layout.open("Table");
	const linesIn = (row: readonly string[], style: Style) =>
		places.map(({ width, align, isCode = false }, index) => {
			const text = row[index] ?? "";
			if (style === HEAD || (align === "left" && !isCode)) return layout.type.lines(text, width, style);
			const sized = isCode ? { ...style, size: CODE_SIZE } : style;
			const fitted = layout.type.fitted(text, width, sized);
			return isCode && fitted.size < LEAST_CODE_SIZE ? layout.type.lines(text, width, sized) : [fitted];
		});
	const head = linesIn(
		columns.map((column) => column.head),
		HEAD,
	);
	// A head must not be alone at the end of a page.
	layout.need(heightOf(head) * 3);
	const drawHead = (cell: DrawCell) => {
		drawRow(layout, places, head, HEAD, cell);
		rule(layout, INK, 0.75);
	};
	const headRow = layout.open("TR", layout.open("THead", table));
	drawHead((draw) => layout.tagged("TH", draw, { parent: headRow, scope: "Column" }));
	let body = layout.open("TBody", table);
	const turnPage = () => {
		body.end();
		layout.newPage();
		body = layout.open("TBody", table);
		// A screen reader has read the head already, so on later pages the head is an artifact.
		drawHead((draw) => layout.artifact(draw));
	};
	return {
		rows(rows, isTotal) {
			for (const row of rows) {
				const lines = linesIn(row, isTotal ? TOTAL : CELL);
				if (layout.y + heightOf(lines) > BOTTOM) turnPage();
				writeRow(layout, places, lines, { isTotal, body });
			}
		},
		end() {
			table.end();
			layout.y += 16;
		},
	};
}

type DrawCell = (draw: () => void, index: number) => void;

function writeRow(
	layout: LayoutContext,
	places: readonly Place[],
	lines: readonly (readonly Line[])[],
	{ isTotal, body }: { isTotal: boolean; body: Tag },
): void {
	const row = layout.open("TR", body);
	if (isTotal) rule(layout, INK, 0.75);
	drawRow(layout, places, lines, isTotal ? TOTAL : CELL, (draw, index) =>
		isTotal && index === 0
			? layout.tagged("TH", draw, { parent: row, scope: "Row" })
			: layout.tagged("TD", draw, { parent: row }),
	);
	rule(layout, LINE, 0.4);
	row.end();
}

function drawRow(
	layout: LayoutContext,
	places: readonly Place[],
	lines: readonly (readonly Line[])[],
	style: Style,
	cell: DrawCell,
): void {
	for (const [index, { align, x, width }] of places.entries())
		cell(() => {
			for (const [row, line] of (lines[index] ?? []).entries()) {
				const y = layout.y + PADDING + style.size + row * LEADING;
				layout.type.draw(line, { x: align === "right" ? x + width : x, y, align }, style);
			}
		}, index);
	layout.y += heightOf(lines);
}

function heightOf(lines: readonly (readonly Line[])[]): number {
	return Math.max(1, ...lines.map(({ length }) => length)) * LEADING + 2 * PADDING;
}

function rule({ pdf, y, artifact }: LayoutContext, color: string, thickness: number): void {
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
