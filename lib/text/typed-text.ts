/** Removes blanks that nobody typed on purpose; shared by forms, addresses and contracts. */

export function typedText(text: string): string {
	return text.trim();
}

/** Also turns each run of blanks and line breaks into one space, so that the text is a single line. */
export function typedSentences(text: string): string {
	return typedText(text.replace(/[\s\u0085]+/gu, " "));
}
