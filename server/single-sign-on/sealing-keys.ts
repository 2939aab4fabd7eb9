import type { Config } from "#server/config.ts";

/** The session passwords as the sealing library takes them, at the line of their use. */
export function sealingKeys({ sessionPasswords }: Pick<Config, "sessionPasswords">): Record<number, string> {
	return Object.fromEntries(Object.entries(sessionPasswords).map(([number, password]) => [number, password.reveal()]));
}
