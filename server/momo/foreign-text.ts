const UNPRINTABLE = /[\p{Cc}\p{Cs}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** Replaces each control, bidi or invisible character and each lone surrogate with U+FFFD; the length stays. */
export function replaceUnprintable(text: string): string {
	return text.replace(UNPRINTABLE, "\uFFFD");
}

function plainText(text: string, maxLength: number): string {
	const line = text.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
	return line.length <= maxLength
		? line
		: `${line
				.slice(0, maxLength - 1)
				.toWellFormed()
				.replace(/\uFFFD$/, "")}…`;
}

/** Returns at most 2,000 characters. Keeps line breaks and tabs; replaces other unprintable characters with U+FFFD. */
export function excerptText(text: string): string {
	return text.slice(0, 2_000).replace(/[^\n\t]+/g, replaceUnprintable);
}

/** Returns the refusal's own explanation, ≤ 300 characters; empty when it contains nothing that can be shown. */
export function serviceWords(contentType: string, text: string): string {
	if (/^text\/plain\b/.test(contentType)) return plainText(text.slice(0, 2_000), 300);
	try {
		return plainText(collectTexts(JSON.parse(text)).join("; "), 300);
	} catch {
		return "";
	}
}

/** Puts texts of `BARE` fields first, without a name; others follow as `field: words`. Two levels deep, ten different texts at most. */
function collectTexts(body: unknown): string[] {
	if (typeof body === "string") return [body.slice(0, 600)];
	if (typeof body !== "object" || body === null) return [];
	const entries = Object.entries(body).slice(0, 50);
	const bare = entries.filter(([name]) => BARE.has(name)).flatMap(([, value]) => stringsIn(value));
	const named = entries
		.filter(([name]) => !BARE.has(name) && name !== "reference")
		.flatMap(([name, value]) => stringsIn(value).map((words) => (Array.isArray(body) ? words : `${name}: ${words}`)));
	return [...new Set([...bare, ...named])].slice(0, 10);
}

const BARE = new Set(["detail", "message", "error", "errors", "title", "reason", "description", "error_description"]);

function stringsIn(value: unknown): string[] {
	if (typeof value === "string") return [value.slice(0, 600)];
	if (Array.isArray(value)) return value.slice(0, 10).filter((item) => typeof item === "string");
	if (typeof value !== "object" || value === null) return [];
	return Object.values(value)
		.slice(0, 10)
		.flatMap((inner) => (Array.isArray(inner) ? inner.slice(0, 10) : [inner]))
		.filter((inner) => typeof inner === "string");
}
