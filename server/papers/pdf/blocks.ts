import { qrPath } from "#lib/qr-path.ts";
import type { Block } from "#server/papers/paper.ts";
import type { LayoutContext, TagOptions } from "#server/papers/pdf/layout-context.ts";
import { LEFT, RIGHT, WIDTH } from "#server/papers/pdf/page.ts";
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

export function writeHead(layout: LayoutContext, { business, title, lines = [] }: Of<"head">): void {
	paragraph(layout, "P", business, BUSINESS);
	paragraph(layout, "H1", title, TITLE, 4);
	for (const line of lines) paragraph(layout, "P", line, SMALL, 3);
	layout.y += 10;
	layout.artifact(() => layout.pdf.moveTo(LEFT, layout.y).lineTo(RIGHT, layout.y).lineWidth(0.75).stroke(INK));
	layout.y += 14;
}

export function writeAmount(layout: LayoutContext, { amount, words }: Of<"amount">): void {
	layout.y += 10;
	paragraph(layout, "P", amount, AMOUNT);
	paragraph(layout, "P", words, { ...BODY, color: INK_2 }, 6);
	layout.y += 12;
}

/** The coloured bar at the left only repeats what the text says: not everybody sees colours. */
export function writeNotice(layout: LayoutContext, { text, tone }: Of<"notice">): void {
	const top = layout.y;
	paragraph(layout, "P", text, { ...BODY, isStrong: true }, 2, 12);
	const height = layout.y - top;
	layout.artifact(() => layout.pdf.rect(LEFT, top, 3, height + 2).fill(TONES[tone]));
	layout.y += 14;
}

export function writeText(layout: LayoutContext, { kind, text }: Of<"heading" | "text">): void {
	if (kind === "text") {
		paragraph(layout, "P", text, BODY, 2);
		layout.y += 8;
		return;
	}
	// A heading stays on one page with what follows.
	layout.need(90);
	if (!layout.isAtTop) layout.y += 6;
	paragraph(layout, "H2", text, HEADING);
	layout.y += 6;
}

export function writeFacts(layout: LayoutContext, { facts }: Of<"facts">): void {
	const table = layout.open("Table");
	for (const [term, fact] of facts) {
		const terms = layout.type.lines(term, TERM_WIDTH - 12, TERM);
		const lines = layout.type.lines(fact, WIDTH - TERM_WIDTH, FACT);
		const height = Math.max(terms.length, lines.length) * leading(FACT) + 6;
		layout.need(height);
		const row = layout.open("TR", table);
		drawLines(layout, "TH", terms, { x: LEFT, style: TERM }, { parent: row, scope: "Row" });
		drawLines(layout, "TD", lines, { x: LEFT + TERM_WIDTH, style: FACT }, { parent: row });
		row.end();
		layout.y += height;
	}
	table.end();
	layout.y += 10;
}

export function writeCheck(layout: LayoutContext, { label, code, text, address }: Of<"check">): void {
	layout.need(QR_SIDE + 20);
	layout.y += 6;
	layout.artifact(() => layout.pdf.moveTo(LEFT, layout.y).lineTo(RIGHT, layout.y).lineWidth(0.5).stroke(LINE));
	layout.y += 12;
	const top = layout.y;
	const { path, size } = qrPath(address);
	const bbox: [number, number, number, number] = [LEFT, top, LEFT + QR_SIDE, top + QR_SIDE];
	const drawCode = () => {
		const { pdf } = layout;
		pdf
			.save()
			.translate(LEFT, top)
			.scale(QR_SIDE / size);
		pdf.path(path).fill("#000000").restore();
	};
	layout.tagged("Figure", drawCode, { alt: address, bbox });
	const inset = QR_SIDE + 12;
	layout.y += 4;
	paragraph(layout, "P", label, SMALL, 0, inset);
	paragraph(layout, "P", code, { size: 13, isStrong: true }, 3, inset);
	paragraph(layout, "P", text, SMALL, 4, inset);
	layout.y = Math.max(layout.y, top + QR_SIDE) + 10;
}

function paragraph(layout: LayoutContext, tag: string, text: string, style: Style, above = 0, inset = 0): void {
	const lines = layout.type.lines(text, WIDTH - inset, style);
	layout.need(above + lines.length * leading(style));
	layout.y += above;
	drawLines(layout, tag, lines, { x: LEFT + inset, style });
	layout.y += lines.length * leading(style);
}

function drawLines(
	layout: LayoutContext,
	tag: string,
	lines: readonly Line[],
	{ x, style }: { x: number; style: Style },
	options?: TagOptions,
): void {
	layout.tagged(
		tag,
		() => {
			for (const [row, line] of lines.entries())
				layout.type.draw(line, { x, y: layout.y + style.size + row * leading(style) }, style);
		},
		options,
	);
}

function leading({ size }: Style): number {
	return size * 1.4;
}
