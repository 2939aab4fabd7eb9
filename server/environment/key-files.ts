/** Reads the service's keys from files. When the files are renewed, both keys change together, without a restart. */
import { type Stats, statSync } from "node:fs";
import { type Environment, isKey, readSecret, withoutSecrets } from "#server/environment/read-secret.ts";
import { Secret } from "#server/secret.ts";

export interface Keys {
	apiKey: Secret;
	apiSecret: Secret;
}

// The files are renewed one after the other, and the service refuses an old key with a new one: both must be unchanged for this long.
const REST_MS = 5_000;
const CHECK_MS = 1_000;
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

/** `first`: the keys at the start. While a file is unreadable or its key invalid, the previous keys stay. */
export function renewedKeys(
	env: Environment,
	first: { apiKey: string; apiSecret: string },
	now = Date.now,
	stat: typeof statFile = statFile,
): Keys {
	const paths = NAMES.map((name) => env[`${name}_FILE`]).filter((path): path is string => Boolean(path));
	if (paths.length === 0) return { apiKey: new Secret(first.apiKey), apiSecret: new Secret(first.apiSecret) };
	const files = Object.fromEntries(NAMES.map((name) => [`${name}_FILE`, env[`${name}_FILE`]]));
	let current = first;
	let taken = fileState(paths, stat)?.mark;
	let checkedAt = now();
	const readKeys = () => {
		if (now() - checkedAt < CHECK_MS) return current;
		checkedAt = now();
		const state = fileState(paths, stat);
		if (!state || state.mark === taken || now() - state.changedAt < REST_MS) return current;
		const faults: string[] = [];
		const [apiKey = "", apiSecret = ""] = NAMES.map((name) =>
			files[`${name}_FILE`]
				? readSecret(files, name, faults)
				: name === "MOMO_API_KEY"
					? first.apiKey
					: first.apiSecret,
		);
		if (faults.length === 0 && [apiKey, apiSecret].every(isKey)) [current, taken] = [{ apiKey, apiSecret }, state.mark];
		return current;
	};
	return {
		apiKey: new RenewedSecret(() => readKeys().apiKey),
		apiSecret: new RenewedSecret(() => readKeys().apiSecret),
	};
}

/** The environment of the web program, which has no keys. */
export const WITHOUT_KEYS = withoutSecrets(...NAMES);

const statFile = (path: string): Pick<Stats, "ino" | "size" | "ctimeMs"> => statSync(/*turbopackIgnore: true*/ path);

/** Uses the inode's time of change (ctime), since a file that is moved into place keeps the time of its content. */
function fileState(paths: readonly string[], stat: typeof statFile): { mark: string; changedAt: number } | null {
	try {
		const stats = paths.map(stat);
		const mark = stats.map(({ ino, size, ctimeMs }) => `${ino}:${size}:${ctimeMs}`).join(" ");
		return { mark, changedAt: Math.max(...stats.map(({ ctimeMs }) => ctimeMs)) };
	} catch {
		return null;
	}
}
