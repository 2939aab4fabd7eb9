/**
 * Options of `npm run torture`: `--seed 7 --kills 200 --payouts 1000 --batch 500 --report file.json --logs folder --standby sync|async
 * --awake-copy`.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

/** From this many kill loops on, a run sleeps past the deadline, meets several of the long kill points, and starts a copy. */
export const LONG_RUN = 100;

export interface TortureOptions {
	/** Chooses orders, faults, victims and moments, but not how the processes interleave. */
	seed: number;
	/** Kill loops; each ends one process or more by SIGKILL. */
	kills: number;
	/** Payouts of the undisturbed run afterwards, counted one by one at the service. */
	payouts: number;
	/** Rows of the batch that is sent during the kills, beside the small ones of the traffic. */
	batch: number;
	/** The primary dies amid those payouts, and its standby takes over: one that lacks nothing, or one that lacks the last commits. */
	standby: "sync" | "async" | null;
	wakesCopy: boolean;
	/** The number of machines behind each installed proxy, restarted in turn, instead of kills. */
	machines: number | null;
	/** The file for the counts as JSON. */
	report: string | null;
	/** The folder for the programs' output; null: deleted when all went well. */
	logs: string | null;
}

export function readOptions(args: readonly string[]): TortureOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			seed: { type: "string" },
			kills: { type: "string", default: "200" },
			payouts: { type: "string", default: "1000" },
			batch: { type: "string", default: "40" },
			standby: { type: "string" },
			machines: { type: "string" },
			"awake-copy": { type: "boolean", default: false },
			report: { type: "string" },
			logs: { type: "string" },
		},
	});
	if (values.machines !== undefined && values.machines !== "3")
		throw new Error("--machines must be 3, as in docs/deploy");
	const standby = values.standby ?? null;
	if (standby !== null && standby !== "sync" && standby !== "async") throw new Error("--standby must be sync or async");
	const kills = wholeNumber("kills", values.kills);
	return {
		seed: values.seed === undefined ? randomInt(1, 2_147_483_647) : wholeNumber("seed", values.seed),
		kills,
		payouts: wholeNumber("payouts", values.payouts),
		batch: wholeNumber("batch", values.batch),
		standby,
		machines: values.machines === undefined ? null : wholeNumber("machines", values.machines),
		wakesCopy: values["awake-copy"] || kills >= LONG_RUN,
		report: values.report ?? null,
		logs: values.logs ?? null,
	};
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number`);
	return Number(text);
}
