/** Removes blanks that nobody typed on purpose; shared by forms, addresses and contracts. */

export function typedText(text: string): string {
	return text.trim();
}

/** Turns each run of blanks and line breaks into one space too, so that the text is a single line everywhere. */
export function typedSentences(text: string): string {
	return typedText(text.replace(/[\s\u0085]+/gu, " "));
}
