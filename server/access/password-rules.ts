/** What a password may be. Length and a blocklist; no rules about kinds of characters (NIST 800-63B, ASVS 6.2). Pure. */
import { PASSWORD_MIN_LENGTH } from "#lib/contracts/member.ts";
import { COMMON_WORDS } from "#server/access/common-words.ts";
import { AppError } from "#server/errors.ts";

export type PasswordFault = "too_short" | "too_common" | "password_has_name";

const MIN_DIFFERENT = 5;
// A known word needs at least this many letters of something else beside it.
const MIN_OTHER_LETTERS = 5;
const RUNS = [
	"01234567890123456789",
	"abcdefghijklmnopqrstuvwxyz",
	"qwertyuiopasdfghjklzxcvbnm",
	"azertyuiopqsdfghjklmwxcvbn",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm",
].flatMap((row) => [row, [...row].reverse().join("")]);

/** Null when the password may be used. `owner` is the member it is for: their own name is the first guess. */
export function passwordFault(password: string, owner: { email: string; name: string }): PasswordFault | null {
	// Counted as people count: one emoji is one character.
	if ([...password].length < PASSWORD_MIN_LENGTH) return "too_short";
	const letters = fold(password);
	if (new Set(letters).size < MIN_DIFFERENT || isRepeated(letters)) return "too_common";
	if (RUNS.some((row) => row.includes(letters))) return "too_common";
	if (ownWords(owner).some((word) => isMostly(letters, word))) return "password_has_name";
	return COMMON_WORDS.some((word) => isMostly(letters, word)) ? "too_common" : null;
}

/** Throws `invalid_input` with the fault on `password`. */
export function demandGoodPassword(password: string, owner: { email: string; name: string }): void {
	const fault = passwordFault(password, owner);
	if (fault) throw new AppError("invalid_input", `password ${fault}`, { fields: { password: fault } });
}

/** Lower case, without accents. */
function fold(text: string): string {
	return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const DISGUISES = new Map(Object.entries({ "@": "a", 4: "a", 3: "e", 1: "i", "!": "i", 0: "o", $: "s", 5: "s" }));

/** "P@ssw0rd" reads "password"; as long as what went in. */
function undisguise(text: string): string {
	return text.replace(/[@431!0$5]/g, (sign) => DISGUISES.get(sign) ?? sign);
}

function ownWords(owner: { email: string; name: string }): string[] {
	const words = [owner.email, owner.email.split("@")[0] ?? "", owner.name, ...owner.name.split(/\s+/), "cauri"];
	return words.map((word) => undisguise(fold(word))).filter((word) => word.length >= 4);
}

/** The word, once or again and again, is all there is but for digits, signs and a few letters. */
function isMostly(letters: string, word: string): boolean {
	const pieces = undisguise(letters).split(word);
	if (pieces.length === 1) return false;
	let at = 0;
	const rest = pieces.map((piece) => {
		const own = letters.slice(at, at + piece.length);
		at += piece.length + word.length;
		return own;
	});
	return rest.join("").replace(/\P{L}/gu, "").length < MIN_OTHER_LETTERS;
}

/** "abcabcabcabc" */
function isRepeated(text: string): boolean {
	return (text + text).indexOf(text, 1) < text.length;
}
