/** Anonymises an answer: field names stay; values keep their form and lose every letter and digit. */

const MAX_EXAMPLE = 600;
const MAX_FIELDS = 24;
const MAX_DEPTH = 4;

/** Likely a word of a closed list: letters, at most two digits, and short. Never a number, a key or a reference. */
const PLAIN_WORD = /^(?!(?:.*\d){3})\p{L}[\p{L}\d _.-]{0,39}$/u;
/** A field name as programs write it, not user input. */
const FIELD_NAME = /^(?!(?:.*\d){3})[A-Za-z_][A-Za-z0-9_-]{0,39}$/;
const VOCABULARY = new Set(["status", "transaction_type", "movement_type"]);

/** Returns the word when it is plain and no other field of the answer contains it; null when it may be personal. */
export function plainWord(word: string, others: readonly string[]): string | null {
	return PLAIN_WORD.test(word) && !others.includes(word) ? word : null;
}

/** Returns the field name, or "[…]" when it may be personal. */
export function fieldName(name: string): string {
	return FIELD_NAME.test(name) ? name : "[…]";
}

function strikeOut(text: string): string {
	return text.replace(/\p{L}|\p{M}/gu, "x").replace(/\p{N}/gu, "#");
}

/** At most 600 characters of JSON with the form of an answer. Null when it is neither object nor array. */
export function exampleOf(body: unknown): string | null {
	if (typeof body !== "object" || body === null) return null;
	const text = JSON.stringify(struck(body, stringsOf(body), 0));
	return text.length <= MAX_EXAMPLE ? text : `${text.slice(0, MAX_EXAMPLE - 1)}…`;
}

function struck(value: unknown, others: readonly string[], depth: number): unknown {
	if (typeof value === "string") return strikeOut(value.slice(0, 40));
	if (typeof value === "number" || typeof value === "bigint") return strikeOut(String(value));
	if (typeof value !== "object" || value === null) return value;
	if (depth >= MAX_DEPTH) return "…";
	if (Array.isArray(value)) return value.slice(0, 1).map((item) => struck(item, others, depth + 1));
	const entries = Object.entries(value).slice(0, MAX_FIELDS);
	return Object.fromEntries(
		entries.map(([name, inner]) => {
			const isWord = VOCABULARY.has(name) && typeof inner === "string" && plainWord(inner, others) !== null;
			return [fieldName(name), isWord ? inner : struck(inner, others, depth + 1)];
		}),
	);
}

/** Returns every non-vocabulary text of the first two levels; a kept word must not equal one of them. */
export function stringsOf(body: object): string[] {
	const texts: string[] = [];
	for (const [name, value] of Object.entries(body).slice(0, 100)) {
		if (typeof value === "string" && !VOCABULARY.has(name)) texts.push(value);
		if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
		for (const inner of Object.values(value).slice(0, 100)) if (typeof inner === "string") texts.push(inner);
	}
	return texts;
}
