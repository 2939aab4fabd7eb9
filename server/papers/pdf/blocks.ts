import { qrPath } from "#lib/qr-path.ts";
import type { Block } from "#server/papers/paper.ts";
import { LEFT, RIGHT, WIDTH } from "#server/papers/pdf/page.ts";
import type { Sheet, TagOptions } from "#server/papers/pdf/sheet.ts";
import { INK, INK_2, LINE, type Line, type Style } from "#server/papers/pdf/typesetter.ts";

type Of<Kind extends Block["kind"]> = Extract<Block, { kind: Kind }>;

const BODY: Style = { size: 10 };
const SMALL: Style = { size: 8.5, color: INK_2 };
const BUSINESS: Style = { size: 15, isStrong: true };
const TITLE: Style = { size: 12, color: INK_2 };
const AMOUNT: Style = { size: 26, isStrong: true };
const HEADING: Style = { size: 12, isStrong: true };
const TERM: Style = { size: 10, color: INK_2 };
const FACT: Style = { size: 10, isStrong: true };
const TONES = { danger: "#b42318", warning: "#9a6700" };
const TERM_WIDTH = 150;
const QR_SIDE = 72;

export function writeHead(sheet: Sheet, { business, title, lines = [] }: Of<"head">): void {
	paragraph(sheet, "P", business, BUSINESS);
	paragraph(sheet, "H1", title, TITLE, 4);
	for (const line of lines) paragraph(sheet, "P", line, SMALL, 3);
	sheet.y += 10;
	sheet.artifact(() => sheet.pdf.moveTo(LEFT, sheet.y).lineTo(RIGHT, sheet.y).lineWidth(0.75).stroke(INK));
	sheet.y += 14;
}

export function writeAmount(sheet: Sheet, { amount, words }: Of<"amount">): void {
	sheet.y += 10;
	paragraph(sheet, "P", amount, AMOUNT);
	paragraph(sheet, "P", words, { ...BODY, color: INK_2 }, 6);
	sheet.y += 12;
}

/** The coloured bar at the left only repeats what the text says: not everybody sees colours. */
export function writeNotice(sheet: Sheet, { text, tone }: Of<"notice">): void {
	const top = sheet.y;
	paragraph(sheet, "P", text, { ...BODY, isStrong: true }, 2, 12);
	const height = sheet.y - top;
	sheet.artifact(() => sheet.pdf.rect(LEFT, top, 3, height + 2).fill(TONES[tone]));
	sheet.y += 14;
}

export function writeText(sheet: Sheet, { kind, text }: Of<"heading" | "text">): void {
	if (kind === "text") {
		paragraph(sheet, "P", text, BODY, 2);
		sheet.y += 8;
		return;
	}
	// A heading stays on one page with what follows.
	sheet.need(90);
	if (!sheet.isAtTop) sheet.y += 6;
	paragraph(sheet, "H2", text, HEADING);
	sheet.y += 6;
}

export function writeFacts(sheet: Sheet, { facts }: Of<"facts">): void {
	const table = sheet.open("Table");
	for (const [term, fact] of facts) {
		const terms = sheet.type.lines(term, TERM_WIDTH - 12, TERM);
		const lines = sheet.type.lines(fact, WIDTH - TERM_WIDTH, FACT);
		const height = Math.max(terms.length, lines.length) * leading(FACT) + 6;
		sheet.need(height);
		const row = sheet.open("TR", table);
		drawLines(sheet, "TH", terms, { x: LEFT, style: TERM }, { parent: row, scope: "Row" });
		drawLines(sheet, "TD", lines, { x: LEFT + TERM_WIDTH, style: FACT }, { parent: row });
		row.end();
		sheet.y += height;
	}
	table.end();
	sheet.y += 10;
}

export function writeCheck(sheet: Sheet, { label, code, text, address }: Of<"check">): void {
	sheet.need(QR_SIDE + 20);
	sheet.y += 6;
	sheet.artifact(() => sheet.pdf.moveTo(LEFT, sheet.y).lineTo(RIGHT, sheet.y).lineWidth(0.5).stroke(LINE));
	sheet.y += 12;
	const top = sheet.y;
	const { path, size } = qrPath(address);
	const bbox: [number, number, number, number] = [LEFT, top, LEFT + QR_SIDE, top + QR_SIDE];
	const drawCode = () => {
		const { pdf } = sheet;
		pdf
			.save()
			.translate(LEFT, top)
			.scale(QR_SIDE / size);
		pdf.path(path).fill("#000000").restore();
	};
	sheet.tagged("Figure", drawCode, { alt: address, bbox });
	const inset = QR_SIDE + 12;
	sheet.y += 4;
	paragraph(sheet, "P", label, SMALL, 0, inset);
	paragraph(sheet, "P", code, { size: 13, isStrong: true }, 3, inset);
	paragraph(sheet, "P", text, SMALL, 4, inset);
	sheet.y = Math.max(sheet.y, top + QR_SIDE) + 10;
}

function paragraph(sheet: Sheet, tag: string, text: string, style: Style, above = 0, inset = 0): void {
	const lines = sheet.type.lines(text, WIDTH - inset, style);
	sheet.need(above + lines.length * leading(style));
	sheet.y += above;
	drawLines(sheet, tag, lines, { x: LEFT + inset, style });
	sheet.y += lines.length * leading(style);
}

function drawLines(
	sheet: Sheet,
	tag: string,
	lines: readonly Line[],
	{ x, style }: { x: number; style: Style },
	options?: TagOptions,
): void {
	sheet.tagged(
		tag,
		() => {
			for (const [row, line] of lines.entries())
				sheet.type.draw(line, { x, y: sheet.y + style.size + row * leading(style) }, style);
		},
		options,
	);
}

function leading({ size }: Style): number {
	return size * 1.4;
}
