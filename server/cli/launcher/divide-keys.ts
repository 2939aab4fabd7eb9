/** What a launcher gives each program besides its environment: the keys of the service to the worker alone, to both the way between them. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LONGEST_RELAY } from "#server/environment/relay-place.ts";

export interface DividedKeys {
	web: Record<string, string>;
	worker: Record<string, string>;
	/** Takes away what a killed worker may have left. */
	end(): void;
}

// Empty, not absent: a `.env` fills what is absent.
const WITHOUT_KEYS = { MOMO_API_KEY: "", MOMO_API_SECRET: "", MOMO_API_KEY_FILE: "", MOMO_API_SECRET_FILE: "" };

/** A socket and a token for this start alone: a worker that is started again opens the same one. */
export function divideKeys(dataDir: string): DividedKeys {
	const path = socketIn(dataDir);
	const relay = { MOMO_RELAY: path, MOMO_RELAY_TOKEN: randomBytes(32).toString("hex"), MOMO_RELAY_TOKEN_FILE: "" };
	return {
		web: { ...relay, ...WITHOUT_KEYS },
		worker: relay,
		end: () => rmSync(dirname(path) === dataDir ? path : dirname(path), { recursive: true, force: true }),
	};
}

/** In the data folder, unless the name of a socket may not be so long: then in a new folder that this account alone may enter. */
function socketIn(dataDir: string): string {
	const path = join(dataDir, "service.sock");
	if (Buffer.byteLength(path) <= LONGEST_RELAY) return path;
	return join(mkdtempSync(join(tmpdir(), "cauri-")), "service.sock");
}
