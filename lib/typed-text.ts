/** Text as a person typed it, without what no reader sees of it: the same for a form, an address and a contract. Pure. */

/** Without the blanks around it. */
export function typedText(text: string): string {
	return text.trim();
}

/** From a field of several lines, too: a line break is a space, so that it stays one line wherever it is kept. */
export function typedSentences(text: string): string {
	return typedText(text.replace(/[\s\u0085]+/gu, " "));
}
