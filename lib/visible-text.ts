/** Text that shows something to a person. Pure. */

/** What takes no place or leaves no ink: joiners, fillers, variation selectors, tags, blanks, and the blank of Braille. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{Cc}\u2800]/gu;
const MARKS = /\p{M}/gu;

/** Nothing of it can be seen. Marks without a letter show nothing of their own. */
export function isInvisible(text: string): boolean {
	return text.replace(UNSEEN, "").replace(MARKS, "") === "";
}
