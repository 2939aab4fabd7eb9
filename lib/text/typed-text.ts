/** Cleans typed text of what no reader sees; shared by forms, addresses and contracts. */

export function typedText(text: string): string {
	return text.trim();
}

/** Also turns line breaks and runs of blanks into one space, so that the text stays on one line everywhere. */
export function typedSentences(text: string): string {
	return typedText(text.replace(/[\s\u0085]+/gu, " "));
}
