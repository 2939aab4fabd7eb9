/** The fonts of papers: Inter as on screens, and fallbacks for Arabic and emoji that are read only when a text needs them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

const require = createRequire(import.meta.url);
const FILES = {
	text: require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
	strong: require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
	arabic: require.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
	emoji: require.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
} as const;

export type FontName = keyof typeof FILES;

const opened = new Map<FontName, Font>();

export function openFont(name: FontName): Font {
	const known = opened.get(name);
	if (known) return known;
	const font = create(readFileSync(FILES[name])) as Font;
	font.getGlyph = namedGlyphs(font.getGlyph.bind(font));
	opened.set(name, font);
	return font;
}

/**
 * Gives each glyph its characters. fontkit stores none for a glyph that it first read as part of another, such as the dot of a colon.
 * Without them, a copied or spoken amount would lose its decimal point.
 */
function namedGlyphs(getGlyph: Font["getGlyph"]): Font["getGlyph"] {
	return (id, codePoints = []) => {
		const glyph = getGlyph(id, codePoints);
		if (glyph.codePoints.length === 0) glyph.codePoints = codePoints;
		return glyph;
	};
}
