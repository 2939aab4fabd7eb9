import type { Config } from "#server/config.ts";

/** Reveals the session passwords for the sealing library, at the line of use. */
export function sealingKeys({ sessionPasswords }: Pick<Config, "sessionPasswords">): Record<number, string> {
	return Object.fromEntries(Object.entries(sessionPasswords).map(([number, password]) => [number, password.reveal()]));
}
