/** Options of `npm run torture`: `--seed 7 --kills 200 --payouts 1000 --report file.json --logs folder --standby sync|async`. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface TortureOptions {
	/** Chooses orders, faults, victims and moments; how the processes interleave stays the machine's own affair. */
	seed: number;
	/** Kill loops: each ends one process or more by SIGKILL. */
	kills: number;
	/** Payouts of the undisturbed stretch afterwards, counted one by one at the service. */
	payouts: number;
	/** The primary dies in the middle of those, and its standby takes over: one that lacks nothing, or one that lacks the last commits. */
	standby: "sync" | "async" | null;
	/** Gets the counts as JSON. */
	report: string | null;
	/** Keeps what the programs said; absent: thrown away when all went well. */
	logs: string | null;
}

export function readOptions(args: readonly string[]): TortureOptions {
	const { values } = parseArgs({
		args: [...args],
		options: {
			seed: { type: "string" },
			kills: { type: "string", default: "200" },
			payouts: { type: "string", default: "1000" },
			standby: { type: "string" },
			report: { type: "string" },
			logs: { type: "string" },
		},
	});
	const standby = values.standby ?? null;
	if (standby !== null && standby !== "sync" && standby !== "async") throw new Error("--standby must be sync or async");
	return {
		seed: values.seed === undefined ? randomInt(1, 2_147_483_647) : wholeNumber("seed", values.seed),
		kills: wholeNumber("kills", values.kills),
		payouts: wholeNumber("payouts", values.payouts),
		standby,
		report: values.report ?? null,
		logs: values.logs ?? null,
	};
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number`);
	return Number(text);
}
