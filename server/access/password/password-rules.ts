/** Password rules: length and guessability; no rules about kinds of characters (NIST 800-63B, ASVS 6.2). */
import { PASSWORD_MIN_LENGTH } from "#lib/contracts/member.ts";
import { COUNTRIES, countryName } from "#lib/countries.ts";
import { LOCALES } from "#lib/i18n/choose-locale.ts";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { foldWord, LEAST_GUESSES_LOG10 } from "#server/access/password/judge-strength.ts";
import { guessesLog10 } from "#server/access/password/password-strength.ts";
import { AppError } from "#server/errors.ts";

export type PasswordFault = "too_short" | "too_common" | "password_has_name";

export interface PasswordOwner {
	email: string;
	name: string;
	businessName?: string | undefined;
}

const PRODUCT_WORDS = ["cauri", "cauris", "mobile money", "momo", "caisse", "paiement", ...DEMO_PASSWORD.split("-")];
const COUNTRY_WORDS = COUNTRIES.flatMap(({ code }) => LOCALES.map((locale) => countryName(code, locale)));

export async function passwordFault(password: string, owner: PasswordOwner): Promise<PasswordFault | null> {
	// Counts code points, so that an emoji does not count as two characters.
	if ([...password].length < PASSWORD_MIN_LENGTH) return "too_short";
	if (foldWord(password) === DEMO_PASSWORD) return "too_common";
	const own = ownWords(owner);
	if ((await guessesLog10(password, [...own, ...PRODUCT_WORDS, ...COUNTRY_WORDS])) >= LEAST_GUESSES_LOG10) return null;
	const letters = undisguise(foldWord(password));
	const isOwn = own.some((word) => word.length >= 4 && letters.includes(undisguise(foldWord(word))));
	return isOwn ? "password_has_name" : "too_common";
}

/** Throws `invalid_input` with the fault on `password`. */
export async function requireGoodPassword(password: string, owner: PasswordOwner): Promise<void> {
	const fault = await passwordFault(password, owner);
	if (fault) throw new AppError("invalid_input", `password ${fault}`, { fields: { password: fault } });
}

function ownWords({ email, name, businessName = "" }: PasswordOwner): string[] {
	const whole = [email, email.split("@")[0] ?? "", name, businessName];
	return [...whole, ...whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)), "cauri"].filter(Boolean);
}

const DISGUISES = new Map(Object.entries({ "@": "a", 4: "a", 3: "e", 1: "i", "!": "i", 0: "o", $: "s", 5: "s" }));

/** Turns "P@ssw0rd" into "Password"; the length stays. */
function undisguise(text: string): string {
	return text.replace(/[@431!0$5]/g, (sign) => DISGUISES.get(sign) ?? sign);
}
