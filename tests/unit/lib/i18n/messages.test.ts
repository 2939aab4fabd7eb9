import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHANGE_KIND_FACTS } from "#lib/change-kinds.ts";
import { ERROR_CODES } from "#lib/error-codes.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { SINGLE_SIGN_ON_FAULTS } from "#lib/members/single-sign-on-fault.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

type Messages = { [key: string]: string | Messages };

function flat(messages: Messages, prefix = ""): Map<string, string> {
	const entries = Object.entries(messages).flatMap(([key, value]) =>
		typeof value === "string" ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
	);
	return new Map(entries);
}

const [english, french] = [flat(en), flat(fr)];

/** A message's arguments and tags, which must be the same in both languages. */
function placesOf(message: string): string[] {
	const found = [...message.matchAll(/(?<!(?:one|other|=\d+) )\{(\w+)[,}]|<(\w+)>/g)].map(
		([, name, tag]) => name ?? `<${tag}>`,
	);
	return [...new Set(found)].sort();
}

test("every field of a change has a label", () => {
	const fields = Object.values(CHANGE_KIND_FACTS).flatMap(({ fields }) => fields as readonly string[]);
	expect(fields.filter((field) => !english.has(`changes.field.${field}`))).toEqual([]);
});

test("every message stands in both languages, and none is empty", () => {
	expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
	expect([...english, ...french].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("both languages use the same arguments and tags", () => {
	const differing = [...english].filter(
		([key, text]) => String(placesOf(text)) !== String(placesOf(french.get(key) ?? "")),
	);
	expect(differing.map(([key]) => key)).toEqual([]);
});

test("French is set as French: typographic apostrophes, a no-break space before high punctuation", () => {
	const words = (text: string) => text.replace(/\{[^{}]*\}|<[^>]*>|https?:\S*/g, "");
	const faults = [...french].filter(([, text]) => /\w'\w|[\p{L}\d)»] ?[;?!]|[\p{L})»] ?:(?!\d)/u.test(words(text)));
	expect(faults).toEqual([]);
});

test("every error that a browser may see has words", () => {
	const missing = [...Object.keys(ERROR_CODES), "unreachable"].filter((code) => !english.has(`errors.${code}`));
	expect(missing).toEqual([]);
});

test("every reason for which a sign-in through the provider fails has words", () => {
	expect(SINGLE_SIGN_ON_FAULTS.filter((code) => !english.has(`singleSignOn.faults.${code}`))).toEqual([]);
});

test("every state of a payment has words for deposits and for payouts", () => {
	const keys = PAYMENT_STATES.flatMap((state) => [`states.deposit.${state}`, `states.payout.${state}`]);
	expect(keys.filter((key) => !english.has(key))).toEqual([]);
});

test("only what the service calls success is called paid: no other state uses the word", () => {
	for (const [key, text] of english) {
		if (key.startsWith("states.") && !/succeeded|settled/.test(key)) expect(text).not.toMatch(/\bpaid\b/i);
	}
});

test.each([
	["en", en],
	["fr", fr],
])("every noun of an audited action has its name in the filter (%s)", (_, { audit }) => {
	expect(Object.keys(audit.nouns).sort()).toEqual(Object.keys(audit.actions).sort());
});

/** Words with a more usual replacement. If a text needs one of them, remove it from the list. */
const UNUSUAL = {
	en: /\b(anew|shall|sayer|needs? mending|mend|near miss|sign of life|whoever|knowingly|loosens?|doubt\w*|findings?|withdrawals?|whose word|the desk|this desk|the record|put back|gaps?|unexplained|our reference)\b/i,
	fr: /\b(parole|sciemment|de lui-même|d’elle-même|d’eux-mêmes|mis en doute|mise en doute|sous moins d’yeux|opérations? (ouverte|bloquée)s?|inexpliquée?s?|non expliquée?s?|notre référence)\b/i,
};

test.each([
	["English", UNUSUAL.en, english],
	["French", UNUSUAL.fr, french],
] as const)("%s texts use the usual words", (_, unusual, messages) => {
	expect([...messages].filter(([, text]) => unusual.test(text.replaceAll(/\{\w+/g, "")))).toEqual([]);
});

test("French says one and many wherever English does", () => {
	const hasPlural = (text = "") => text.includes(", plural,");
	const differing = [...english].filter(([key, text]) => hasPlural(text) && !hasPlural(french.get(key)));
	expect(differing.map(([key]) => key)).toEqual([]);
});

test("French puts a narrow no-break space before a colon, semicolon, exclamation or question mark", () => {
	const wrong = [...french].filter(([, text]) => /[ \u00a0][:;!?](\s|$)/.test(text));
	expect(wrong).toEqual([]);
});

test("no French text has « de » or « que » before a name, which may begin with a vowel", () => {
	const before = /\b(de|que) (\{(?!(?:amount|limit|number|count|rows|from|to|fees|before|span)\b)|<who>)/i;
	expect([...french].filter(([, text]) => before.test(text))).toEqual([]);
});

test("no screen puts a colon, question or exclamation mark behind a text by itself: French has a space before it", () => {
	const joined = globSync("{app,components}/**/*.tsx").filter((file) =>
		/\}[:;!?] (\$\{|\{[^ \n])|<?\/\w*>[:;!?] |\{"[:;!?] "\}/.test(readFileSync(file, "utf8")),
	);
	expect(joined).toEqual([]);
});
