/** The code on a paper: eighty random bits in letters that nobody confuses, in four groups. Pure except for the randomness. */
import { randomBytes } from "node:crypto";

// Crockford's base 32: no I, L, O or U.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SHAPE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Returns a code such as "7K3M-Q9ZX-04TB-WNRE". */
export function newCheckCode(): string {
	return grouped(Array.from(randomBytes(16), (byte) => ALPHABET[byte & 31]).join(""));
}

/** Reads a code as people type it: any case, blanks and hyphens, O for 0, I or L for 1; null for what cannot be a code. */
export function readCheckCode(typed: string): string | null {
	const signs = typed.slice(0, 64).toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
	return SHAPE.test(signs) ? grouped(signs) : null;
}

function grouped(signs: string): string {
	return signs.replace(/(.{4})(?=.)/g, "$1-");
}
