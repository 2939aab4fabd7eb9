import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };

type Messages = { [key: string]: string | Messages };

function flat(messages: Messages, prefix = ""): [string, string][] {
	return Object.entries(messages).flatMap(([key, value]) =>
		typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
	);
}

/** Each had a usual word in its place once; whoever needs one of them takes it off the list. */
const UNUSUAL = {
	en: /\b(anew|shall|sayer|needs? mending|mend|near miss|sign of life|whoever|knowingly|loosens?|doubt\w*|findings?|withdrawals?|whose word|the desk|this desk|the record|put back|gaps?|unexplained|our reference)\b/i,
	fr: /\b(parole|sciemment|de lui-même|d’elle-même|d’eux-mêmes|mis en doute|mise en doute|sous moins d’yeux|opérations? (ouverte|bloquée)s?|inexpliquée?s?|non expliquée?s?|notre référence)\b/i,
};

test.each([
	["English", UNUSUAL.en, en],
	["French", UNUSUAL.fr, fr],
] as const)("%s texts use the usual words", (_, unusual, messages) => {
	expect(flat(messages).filter(([, text]) => unusual.test(text.replaceAll(/\{\w+/g, "")))).toEqual([]);
});

test("French says one and many wherever English does", () => {
	const french = new Map(flat(fr));
	const hasPlural = (text = "") => text.includes(", plural,");
	const differing = flat(en).filter(([key, text]) => hasPlural(text) && !hasPlural(french.get(key)));
	expect(differing.map(([key]) => key)).toEqual([]);
});

test("French puts a narrow no-break space before a colon, semicolon, exclamation or question mark", () => {
	const wrong = flat(fr).filter(([, text]) => /[ \u00a0][:;!?](\s|$)/.test(text));
	expect(wrong).toEqual([]);
});

test("no screen puts a colon, question or exclamation mark behind a text by itself: French has a space before it", () => {
	const joined = globSync("components/**/*.tsx").filter((file) =>
		/`[^`\n]*\$\{[^}\n]*\}[:;!?] \$\{[^`\n]*`/.test(readFileSync(file, "utf8")),
	);
	expect(joined).toEqual([]);
});
