/** Sets lines of text: measures, breaks and draws them. Lengths are points; `y` is the baseline. */
import { type FontName, openFont } from "#server/papers/pdf/fonts.ts";
import { replaced, type TextRun, textRuns } from "#server/papers/pdf/text-runs.ts";

export type Pdf = PDFKit.PDFDocument;

export interface Style {
	size: number;
	isStrong?: boolean;
	/** "#rrggbb" */
	color?: string;
}

export const INK = "#16191d";
export const INK_2 = "#545b64";
export const LINE = "#c9ced5";

export interface Line {
	width: number;
	size: number;
	runs: readonly SetRun[];
}

interface SetRun {
	run: TextRun;
	width: number;
	/** Operands of a text operator; null for a run that pdfkit draws itself. */
	codes: string | null;
}

export interface Typesetter {
	line(text: string, style: Style): Line;
	/** Breaks at line feeds, at blanks, and inside a word that is wider than the line; a no-break space never breaks. */
	lines(text: string, width: number, style: Style): Line[];
	/** Sets one line, smaller where the text would be too wide: a figure is never broken. */
	fitted(text: string, width: number, style: Style): Line;
	/** `right`: the line ends at `x`. */
	draw(line: Line, at: { x: number; y: number; align?: "left" | "right" }, style: Style): void;
}

/** Glyph codes with their kerning, and their width in thousandths of the size. */
interface Piece {
	codes: string;
	width: number;
}

/** Parts of pdfkit's fonts that its types do not name. */
export interface FontInUse {
	id: string;
	encode(text: string, features: unknown): [codes: string[], places: { xAdvance: number; advanceWidth: number }[]];
	ref(): PDFKit.PDFKitReference;
}

// fontkit takes half a millisecond to shape a word, so shaped words are cached; words with digits are set sign by sign.
const MOST_WORDS = 5_000;
// Contextual alternates change only arrows, but take three times as long as everything else.
const WORD_FEATURES = { calt: false };
const DIGIT_FEATURES = { calt: false, tnum: true };
const DIGIT = /\d/;

type BaseFont = "text" | "strong";

function knownPieces(): Record<BaseFont, Map<string, Piece>> {
	return { text: new Map(), strong: new Map() };
}

export function openTypesetter(pdf: Pdf): Typesetter {
	const [words, signs] = [knownPieces(), knownPieces()];
	const pieceOf = (known: Map<string, Piece>, text: string, font: BaseFont, features: object): Piece => {
		const found = known.get(text);
		if (found) return found;
		if (known.size >= MOST_WORDS) known.clear();
		const piece = encoded(selectFont(pdf, font).encode(text, features));
		known.set(text, piece);
		return piece;
	};
	const addPieces = (pieces: Piece[], word: string, font: BaseFont) => {
		if (!DIGIT.test(word)) pieces.push(pieceOf(words[font], word, font, WORD_FEATURES));
		else for (const sign of word) pieces.push(pieceOf(signs[font], sign, font, DIGIT_FEATURES));
	};
	const setRun = (run: TextRun, style: Style): SetRun => {
		const [{ font, text }, { size }] = [run, style];
		if (font !== "text" && font !== "strong") {
			pdf.font(openFont(font) as never, font, size);
			const width = shapedWidth(pdf, text);
			return width === null ? setRun(replaced(run), style) : { run, width, codes: null };
		}
		const pieces: Piece[] = [];
		for (const [place, word] of text.split(" ").entries()) {
			if (place > 0) addPieces(pieces, " ", font);
			if (word !== "") addPieces(pieces, word, font);
		}
		let [codes, width] = ["", 0];
		for (const piece of pieces) {
			codes += piece.codes;
			width += piece.width;
		}
		return { run, width: (width * size) / 1_000, codes };
	};
	const line = (text: string, style: Style): Line => {
		const runs = textRuns(text, style.isStrong ? "strong" : "text").map((run) => setRun(run, style));
		return { runs, size: style.size, width: runs.reduce((sum, run) => sum + run.width, 0) };
	};
	return {
		line,
		fitted(text, width, style) {
			const natural = line(text, style);
			return natural.width <= width ? natural : line(text, { ...style, size: (style.size * width) / natural.width });
		},
		lines: (text, width, style) => broken(text, width, (part) => line(part, style)),
		draw(drawn, { x: edge, y, align }, style) {
			let x = align === "right" ? edge - drawn.width : edge;
			for (const set of drawn.runs) {
				drawRun(pdf, set, { x, y }, { ...style, size: drawn.size });
				x += set.width;
			}
		},
	};
}

/** Returns null for the few letters whose marks fontkit cannot place. */
function shapedWidth(pdf: Pdf, text: string): number | null {
	try {
		return pdf.widthOfString(text, WHOLE);
	} catch {
		return null;
	}
}

function broken(text: string, width: number, set: (part: string) => Line): Line[] {
	const fits = (part: string) => set(part).width <= width;
	const lines: Line[] = [];
	// The blank at a line's end is drawn but takes no width: the text needs the blank when it is copied or spoken.
	const end = (part: string) => lines.push({ ...set(`${part} `), width: set(part).width });
	const paragraphs = text.split("\n");
	for (const [place, paragraph] of paragraphs.entries()) {
		let part = "";
		for (const word of fits(paragraph) ? [paragraph] : paragraph.split(" ")) {
			if (part !== "" && fits(`${part} ${word}`)) {
				part += ` ${word}`;
				continue;
			}
			if (part !== "") end(part);
			part = "";
			for (const sign of fits(word) ? [word] : word) {
				if (part !== "" && !fits(part + sign)) {
					lines.push(set(part));
					part = "";
				}
				part += sign;
			}
		}
		if (place < paragraphs.length - 1) end(part);
		else lines.push(set(part));
	}
	return lines;
}

function drawRun(pdf: Pdf, { run, codes }: SetRun, { x, y }: { x: number; y: number }, style: Style): void {
	const color = style.color ?? INK;
	// Shaped letters and emoji cannot be read back as text, so the text is attached to them.
	const actual = run.actual ?? (codes === null ? run.text : undefined);
	if (actual) pdf.markContent("Span", { actual });
	if (codes === null) {
		pdf.font(openFont(run.font) as never, run.font, style.size).fillColor(color);
		pdf.text(run.text, x, y, { lineBreak: false, baseline: "alphabetic", ...WHOLE });
	} else if (codes !== "") {
		const font = selectFont(pdf, run.font);
		pdf.page.fonts[font.id] ??= font.ref();
		const place = `1 0 0 -1 ${points(x)} ${points(y)}`;
		pdf.addContent(`${rgb(color)} rg BT /${font.id} ${points(style.size)} Tf ${place} Tm [<${codes}>] TJ ET`);
	}
	if (actual) pdf.endMarkedContent();
}

/** The words of a right-to-left text must not be drawn one by one; if `features` are given, pdfkit shapes the whole text. */
const WHOLE = { features: {} as never };

export function selectFont(pdf: Pdf, name: FontName): FontInUse {
	// pdfkit accepts a font of fontkit, but its types name only files.
	return (pdf.font(openFont(name) as never, name) as unknown as { _font: FontInUse })._font;
}

function encoded([codes, places]: ReturnType<FontInUse["encode"]>): Piece {
	let text = "";
	let width = 0;
	for (const [index, code] of codes.entries()) {
		const { xAdvance = 0, advanceWidth = 0 } = places[index] ?? {};
		const kerning = Math.round(advanceWidth - xAdvance);
		text += kerning === 0 ? code : `${code}> ${kerning} <`;
		width += advanceWidth - kerning;
	}
	return { codes: text, width };
}

/** Rounds a length to a thousandth of a point, finer than a printer can draw. */
export function points(length: number): number {
	return Math.round(length * 1_000) / 1_000;
}

const colors = new Map<string, string>();

/** Converts "#rrggbb" to three numbers between 0 and 1. */
export function rgb(color: string): string {
	const known = colors.get(color);
	if (known) return known;
	const shares = [1, 3, 5].map((at) => points(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(" ");
	colors.set(color, shares);
	return shares;
}
