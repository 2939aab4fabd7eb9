/**
 * Two members must not have names that look the same on a screen. Look-alikes of Latin, Cyrillic and Greek letters follow
 * Unicode's confusables (UTS 39).
 */

// Joiners, fillers, variation selectors, tags, and the Braille blank.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;
const MARKS = /\p{M}/gu;
const BETWEEN_NAMES = /[\p{Z}\p{Pd}_.·]+/gu;
const APOSTROPHES = /['’‘ʼʹ′`´]/gu;

// Each group lists the letters that look like its first.
const LETTERS = new Map(
	[
		...[
			"aаαɑ",
			"bЬьβƅ",
			"cсϲᴄ",
			"dԁɗ",
			"eеєε",
			"fϝғ",
			"gɡԍ",
			"hһнη",
			"iіιɩıі",
			"jјϳ",
			"kкκĸ",
			"lӏ|ǀ∣1",
			"mмʍ",
			"nпոиν",
		],
		...["oоοσօ0", "pрρ", "qԛգ", "rгᴦ", "sѕꜱ", "tтτ", "uυսц", "vѵᴠ", "wԝѡωա", "xхχ×", "yуγүʏ", "zᴢ"],
		...["бϐ", "лλ", "фφ"],
	].flatMap((group) => {
		const [first = "", ...others] = group;
		return others.map((letter) => [letter, first] as const);
	}),
);
// Some capitals look like other letters than their lower case does: В, Н, Р, С, Ρ, Η, Ν, Υ.
const CAPITALS = new Map(
	[
		"AАΑ",
		"BВΒ",
		"CС",
		"EЕΕ",
		"HНΗ",
		"IІΙӀ",
		"JЈ",
		"KКΚ",
		"MМΜ",
		"NΝ",
		"OОΟ0",
		"PРΡ",
		"SЅ",
		"TТΤ",
		"XХΧ",
		"YУΥҮ",
		"ZΖ",
	].flatMap((group) => {
		const [first = "", ...others] = group;
		return others.map((letter) => [letter, first] as const);
	}),
);
const PAIRS: readonly (readonly [RegExp, string])[] = [
	[/rn/g, "m"],
	[/vv/g, "w"],
	[/ß/g, "ss"],
	[/æ/g, "ae"],
	[/œ/g, "oe"],
	[/ø/g, "o"],
	[/ł/g, "l"],
	[/đ/g, "d"],
];

/** Returns the readings of a name: two names look alike when they share one. A capital I is read as i, but also looks like l. */
function looksOf(name: string): string[] {
	const plain = name
		.replace(/\s/g, " ")
		.normalize("NFKD")
		.replace(UNSEEN, "")
		.replace(APOSTROPHES, "")
		.replace(MARKS, "")
		.replace(BETWEEN_NAMES, " ")
		.trim();
	const latin = [...plain].map((letter) => CAPITALS.get(letter) ?? letter).join("");
	return [...new Set([smallReading(latin), smallReading(latin.replaceAll("I", "l"))])];
}

export function looksLike(one: string, other: string): boolean {
	const looks = looksOf(other);
	return looksOf(one).some((look) => looks.includes(look));
}

function smallReading(text: string): string {
	const small = [...text.toLowerCase()].map((letter) => LETTERS.get(letter) ?? letter).join("");
	return PAIRS.reduce((look, [pair, one]) => look.replace(pair, one), small.normalize("NFKD").replace(MARKS, ""));
}
