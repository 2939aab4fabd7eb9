/** Finds English left on a French page, by the texts that the desk has in both languages. */
import type { Page } from "playwright/test";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

type Words = { [key: string]: string | Words };

/** Texts by key, without those that contain arguments or markup. */
function plainWords(words: Words, prefix = ""): [string, string][] {
	return Object.entries(words).flatMap(([key, value]): [string, string][] =>
		typeof value === "string"
			? /[{<]/.test(value)
				? []
				: [[`${prefix}${key}`, value]]
			: plainWords(value, `${prefix}${key}.`),
	);
}

const french = new Map(plainWords(fr));
const FRENCH_WORDS = new Set(french.values());
/** English words of the desk that are not French words too. */
const ENGLISH_ONLY = new Set(
	plainWords(en).flatMap(([key, words]) => (french.get(key) !== words && !FRENCH_WORDS.has(words) ? [words] : [])),
);

/** The text between a message's arguments: at least two words, so that no name or figure matches. */
function literalParts(words: Words): string[] {
	return Object.values(words).flatMap((value): string[] => {
		if (typeof value !== "string") return literalParts(value);
		if (!/[{<]/.test(value)) return [];
		let depth = 0;
		const literal = [...value].map((sign) => {
			if (sign === "{") depth += 1;
			const shown = depth === 0 ? sign : "\n";
			if (sign === "}") depth -= 1;
			return shown;
		});
		const parts = literal
			.join("")
			.replaceAll(/<[^>]*>/g, "\n")
			.split("\n");
		return parts.map((part) => part.trim()).filter((part) => /\p{L}{2,} \p{L}{2,}/u.test(part));
	});
}

const FRENCH_TEXT = JSON.stringify(fr);
const ENGLISH_PARTS = [...new Set(literalParts(en))].filter((part) => !FRENCH_TEXT.includes(part));

/** Returns the texts of a French page that are the desk's English texts. */
export async function leftInEnglish(page: Page): Promise<string[]> {
	return (await textsOf(page)).filter(
		(text) => ENGLISH_ONLY.has(text) || ENGLISH_PARTS.some((part) => text.includes(part)),
	);
}

/** Every text that a person sees or hears, except in these elements. */
export function textsOf(page: Page, without = "script, style"): Promise<string[]> {
	return page.evaluate((passed) => {
		const texts: string[] = [document.title];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode())
			if (!node.parentElement?.closest(passed)) texts.push(node.textContent ?? "");
		for (const element of document.querySelectorAll("[aria-label], [placeholder], [title]"))
			for (const name of ["aria-label", "placeholder", "title"]) texts.push(element.getAttribute(name) ?? "");
		return texts.map((text) => text.trim()).filter(Boolean);
	}, without);
}
