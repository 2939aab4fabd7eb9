/** Where the worker asks the service for the web program: a Unix socket, and the token that the web program shows there. */
import { isAbsolute } from "node:path";
import { isKey } from "#server/environment/key-files.ts";
import { type Environment, readSecret } from "#server/environment/read-secret.ts";
import { Secret } from "#server/secret.ts";

export interface RelayPlace {
	path: string;
	token: Secret;
}

/** Bytes. The shortest that a system gives to the name of a socket is 104; a new one is first made under a longer name. */
export const LONGEST_RELAY = 90;
const LEAST_TOKEN = 32;

/** Null: no program of this house asks through another one. */
export function relayPlace(env: Environment, faults: string[]): RelayPlace | null {
	const path = env.MOMO_RELAY?.trim() ?? "";
	const token = readSecret(env, "MOMO_RELAY_TOKEN", faults);
	if (!path && !token) return null;
	if (!path || !token) faults.push("MOMO_RELAY and MOMO_RELAY_TOKEN go together: give both, or none");
	if (path && (!isAbsolute(path) || Buffer.byteLength(path) > LONGEST_RELAY))
		faults.push(`MOMO_RELAY must be the absolute path of a socket, of at most ${LONGEST_RELAY} bytes`);
	if (token && (token.length < LEAST_TOKEN || !isKey(token)))
		faults.push(`MOMO_RELAY_TOKEN must have at least ${LEAST_TOKEN} characters that a header may carry`);
	return { path, token: new Secret(token) };
}
