/** Splits a text into runs of one font each, so that names in Arabic or with emoji are drawn correctly. */
import { type FontName, openFont } from "#server/papers/pdf/fonts.ts";

export interface TextRun {
	font: FontName;
	text: string;
	/** The original text, if no font has its letters and replacement signs are drawn instead. */
	actual?: string;
}

const LATIN = /^[\u0020-\u024f\u2010-\u201e\u2026\u202f\u2039\u203a\u20ac\u2212]*$/;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const FALLBACKS = ["arabic", "emoji"] as const;
const REPLACEMENT = "\ufffd";
const graphemes = new Intl.Segmenter();

export function textRuns(given: string, base: "text" | "strong"): TextRun[] {
	const text = given.normalize("NFC");
	if (LATIN.test(text)) return [{ font: base, text }];
	const runs: TextRun[] = [];
	for (const { segment } of graphemes.segment(text)) {
		const last = runs.at(-1);
		// A blank between two Arabic words belongs to their run: the whole run is drawn from right to left.
		const next = segment === " " && last?.font === "arabic" ? { font: last.font, text: segment } : runOf(segment, base);
		if (last?.font === next.font && !last.actual && !next.actual) last.text += next.text;
		else if (next.text !== "") runs.push(next);
	}
	return runs.flatMap((run) => withoutEndBlanks(run, base));
}

function runOf(grapheme: string, base: "text" | "strong"): TextRun {
	const seen = grapheme.replace(UNSEEN, "");
	if (covers(base, seen)) return { font: base, text: seen };
	const font = FALLBACKS.find((name) => covers(name, seen));
	// Joiners stay, because they choose an emoji's shape.
	if (font) return { font, text: grapheme.replace(/\p{Cc}/gu, "") };
	return replaced({ font: base, text: seen });
}

export function replaced({ font, text }: TextRun): TextRun {
	const signs = REPLACEMENT.repeat([...graphemes.segment(text)].length);
	return { font: font === "strong" ? font : "text", text: signs, actual: text };
}

function covers(font: FontName, text: string): boolean {
	for (const sign of text) if (!openFont(font).hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) return false;
	return true;
}

/** Moves blanks at the end of a right-to-left run to a run in the base font: otherwise they would be drawn before the words. */
function withoutEndBlanks(run: TextRun, base: "text" | "strong"): TextRun[] {
	const end = run.font === "arabic" ? run.text.trimEnd() : run.text;
	if (end === run.text) return [run];
	return [
		{ ...run, text: end },
		{ font: base, text: run.text.slice(end.length) },
	];
}
