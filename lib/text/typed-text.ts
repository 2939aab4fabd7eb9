/** Cleans typed text of what no reader sees; shared by forms, addresses and contracts. */

/** Trims blanks. */
export function typedText(text: string): string {
	return text.trim();
}

/** Also turns line breaks into spaces, so that the text stays on one line everywhere. */
export function typedSentences(text: string): string {
	return typedText(text.replace(/[\s\u0085]+/gu, " "));
}

/** Drops marks of direction and blanks without width, which phones put around a copied number. */
export function withoutMarks(text: string): string {
	return text.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, "");
}
