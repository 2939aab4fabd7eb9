/** The session passwords in the forms that sealing needs: several at once, while a new one replaces an old one. */
import type { Config } from "#server/config.ts";

type Passwords = Pick<Config, "sessionPasswords">;

/** Returns the passwords by number for iron-session, which seals with the highest number and opens with any. */
export function sealingKeys({ sessionPasswords }: Passwords): Record<number, string> {
	return Object.fromEntries(Object.entries(sessionPasswords).map(([number, password]) => [number, password.reveal()]));
}

export function newestFirst(passwords: Passwords): string[] {
	const keys = Object.entries(sealingKeys(passwords)).sort(([one], [other]) => Number(other) - Number(one));
	return keys.map(([, password]) => password);
}
