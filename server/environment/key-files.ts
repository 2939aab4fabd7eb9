/** Reads the service's keys from files. Renewed files take effect without a restart, both at once. */
import { statSync } from "node:fs";
import { type Environment, isKey, readSecret } from "#server/environment/read-secret.ts";
import { Secret } from "#server/secret.ts";

export interface Keys {
	apiKey: Secret;
	apiSecret: Secret;
}

// Two files are never renewed at the same moment, and the service refuses a mixed pair: both must be unchanged for this long.
const REST_MS = 5_000;
// Minimum interval between two checks of the files' times.
const LOOK_AGAIN_MS = 1_000;
const NAMES = ["MOMO_API_KEY", "MOMO_API_SECRET"] as const;

class RenewedSecret extends Secret {
	readonly #read: () => string;
	constructor(read: () => string) {
		super("");
		this.#read = read;
	}
	override reveal(): string {
		return this.#read();
	}
}

/** `first`: the keys at the start. Unreadable or invalid files change nothing: the previous keys stay. */
export function renewedKeys(env: Environment, first: { apiKey: string; apiSecret: string }, now = Date.now): Keys {
	const paths = NAMES.map((name) => env[`${name}_FILE`]).filter((path): path is string => Boolean(path));
	if (paths.length === 0) return { apiKey: new Secret(first.apiKey), apiSecret: new Secret(first.apiSecret) };
	const files = Object.fromEntries(NAMES.map((name) => [`${name}_FILE`, env[`${name}_FILE`]]));
	let current = first;
	let taken = standOf(paths)?.mark;
	let lookedAt = now();
	const look = () => {
		if (now() - lookedAt < LOOK_AGAIN_MS) return current;
		lookedAt = now();
		const stand = standOf(paths);
		if (!stand || stand.mark === taken || now() - stand.changedAt < REST_MS) return current;
		const faults: string[] = [];
		const [apiKey = "", apiSecret = ""] = NAMES.map((name) =>
			files[`${name}_FILE`]
				? readSecret(files, name, faults)
				: name === "MOMO_API_KEY"
					? first.apiKey
					: first.apiSecret,
		);
		if (faults.length === 0 && [apiKey, apiSecret].every(isKey)) [current, taken] = [{ apiKey, apiSecret }, stand.mark];
		return current;
	};
	return { apiKey: new RenewedSecret(() => look().apiKey), apiSecret: new RenewedSecret(() => look().apiSecret) };
}

/** For the web program, which has no keys. Empty, not absent: a `.env` fills what is absent. */
export const WITHOUT_KEYS = { MOMO_API_KEY: "", MOMO_API_SECRET: "", MOMO_API_KEY_FILE: "", MOMO_API_SECRET_FILE: "" };

function standOf(paths: readonly string[]): { mark: string; changedAt: number } | null {
	try {
		const stats = paths.map((path) => statSync(/*turbopackIgnore: true*/ path));
		return {
			mark: stats.map(({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`).join(" "),
			changedAt: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
		};
	} catch {
		return null;
	}
}
