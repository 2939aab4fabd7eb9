/** The admin of the run: answers what the desk asks when it has stopped sending, as an honest one would, after a moment's look. */
import { setTimeout as pause } from "node:timers/promises";
import type { Hand } from "#tests/torture/hands.ts";
import type { House } from "#tests/torture/house.ts";
import type { Tally } from "#tests/torture/tally.ts";

export interface Admin {
	stop(): Promise<void>;
}

const LOOK_MS = 500;
const THINKS_MS = 2_000;
const REASON = "The machine was put back; the statement was looked at";

export function appointAdmin(house: House, admin: Hand, tally: Tally): Admin {
	const ending = new AbortController();
	let seen: string | null = null;
	const look = async () => {
		const [doubt] = await house.victim.query<{ kind: string; at: string }>(
			"select value ->> 'kind' as kind, changed_at::text as at from setting where name = 'database_doubt'",
		);
		if (!doubt) {
			seen = null;
			return;
		}
		if (seen !== doubt.at) tally.asked(doubt.kind);
		seen = doubt.at;
		await pause(THINKS_MS);
		const web = house.webs[0].isSpared ? 1 : 0;
		await admin(web, "POST", "/api/configuration/acknowledgement", { reason: REASON });
	};
	const watch = async () => {
		while (!ending.signal.aborted) {
			await look().catch(() => undefined);
			await pause(LOOK_MS, undefined, { signal: ending.signal }).catch(() => undefined);
		}
	};
	const watched = watch();
	return {
		async stop() {
			ending.abort();
			await watched;
		},
	};
}
