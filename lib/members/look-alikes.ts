/**
 * Two members must not have names that look the same on a screen. Look-alikes of Latin, Cyrillic and Greek letters follow
 * Unicode's confusables (UTS 39).
 */

// Joiners, fillers, variation selectors, tags, and the Braille blank.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;
const MARKS = /\p{M}/gu;
const BETWEEN_NAMES = /[\p{Z}\p{Pd}_.·]+/gu;
const APOSTROPHES = /['’‘ʼʹ′`´]/gu;

/** Groups are separated by blanks; each is a letter followed by the letters that look like it. */
function lookAlikes(groups: string): Map<string, string> {
	return new Map(
		groups.split(" ").flatMap(([first = "", ...others]) => others.map((letter) => [letter, first] as const)),
	);
}

const LETTERS = lookAlikes(
	"aаαɑ bЬьβƅ cсϲᴄ dԁɗ eеєε fϝғ gɡԍ hһнη iіιɩıі jјϳ kкκĸ lӏ|ǀ∣1 mмʍ nпոиν oоοσօ0 pрρ qԛգ rгᴦ sѕꜱ tтτ uυսц vѵᴠ wԝѡωա xхχ× yуγүʏ zᴢ бϐ лλ фφ",
);
// Capitals have a list of their own: some look like another letter than their lower case does, such as В, Н, Р, С, Ρ, Η, Ν, Υ.
const CAPITALS = lookAlikes("AАΑ BВΒ CС EЕΕ HНΗ IІΙӀ JЈ KКΚ MМΜ NΝ OОΟ0 PРΡ SЅ TТΤ XХΧ YУΥҮ ZΖ");
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

/** Returns one or two normalised forms of a name: names that share a form look alike. A capital I counts as i and as l. */
function formsOf(name: string): string[] {
	const plain = name
		.replace(/\s/g, " ")
		.normalize("NFKD")
		.replace(UNSEEN, "")
		.replace(APOSTROPHES, "")
		.replace(MARKS, "")
		.replace(BETWEEN_NAMES, " ")
		.trim();
	const latin = [...plain].map((letter) => CAPITALS.get(letter) ?? letter).join("");
	return [...new Set([lowerForm(latin), lowerForm(latin.replaceAll("I", "l"))])];
}

export function looksLike(one: string, other: string): boolean {
	const others = formsOf(other);
	return formsOf(one).some((form) => others.includes(form));
}

function lowerForm(text: string): string {
	const small = [...text.toLowerCase()].map((letter) => LETTERS.get(letter) ?? letter).join("");
	return PAIRS.reduce((form, [pair, one]) => form.replace(pair, one), small.normalize("NFKD").replace(MARKS, ""));
}
