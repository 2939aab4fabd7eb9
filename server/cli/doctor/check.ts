import { withTimeout } from "#lib/with-timeout.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/store/database.ts";
import type { Figures } from "#server/worker/read-figures.ts";

export type Verdict = "good" | "warning" | "fault" | "not_checked";

export interface Desk {
	env: NodeJS.ProcessEnv;
	dataDir: string;
	/** Null when the environment is not complete; then `faults` says why. */
	config: Config | null;
	faults: readonly string[];
	/** Connected by DATABASE_URL, or as the embedded database's owner; null when the database does not answer. */
	database: Database | null;
	figures: Figures | null;
}

/** `says` must contain no secret, name, number, address or path: a bundle for people who help contains it. */
export type Answer = readonly [verdict: Verdict, says: string];

export interface Check {
	id: string;
	run(desk: Desk): Promise<Answer> | Answer;
	fix: string;
}

export interface Finding {
	id: string;
	verdict: Verdict;
	says: string;
	fix: string | null;
}

const LONGEST_MS = 15_000;

/** Runs all checks at once, each within 15 s. A check that throws counts as not checked and says only the error's code. */
export function examine(checks: readonly Check[], desk: Desk): Promise<Finding[]> {
	return Promise.all(
		checks.map(async ({ id, run, fix }): Promise<Finding> => {
			const unchecked = (code: unknown): Answer => [
				"not_checked",
				`It could not be checked (${typeof code === "string" ? code : "no answer"}).`,
			];
			const judged = (async () => run(desk))().catch(({ code }: { code?: unknown }) => unchecked(code));
			const [verdict, says] = await withTimeout(LONGEST_MS, judged, () => unchecked(null));
			return { id, verdict, says, fix: verdict === "good" ? null : fix };
		}),
	);
}

const NO_DATABASE: Answer = ["not_checked", "The database cannot be asked."];
export const NO_SETTINGS: Answer = ["not_checked", "The settings are not complete."];

type Judged = Promise<Answer> | Answer;

export const ofConfig = ofPart("config", NO_SETTINGS);
export const ofDatabase = ofPart("database", NO_DATABASE);
export const ofFigures = ofPart("figures", NO_DATABASE);

/** Makes checks of one part of the desk; they answer `absent` when this part is null. */
function ofPart<K extends "config" | "database" | "figures">(part: K, absent: Answer) {
	return (judge: (known: NonNullable<Desk[K]>, desk: Desk) => Judged): Check["run"] =>
		(desk) => {
			const known = desk[part];
			return known ? judge(known, desk) : absent;
		};
}

/** Returns a time such as "3 days", "2 hours", "40 minutes" or "12 seconds". */
export function span(seconds: number): string {
	for (const [unit, length] of [
		["day", 86_400],
		["hour", 3_600],
		["minute", 60],
	] as const) {
		const count = Math.floor(seconds / length);
		if (count >= 2) return `${count} ${unit}s`;
	}
	return `${Math.round(seconds)} seconds`;
}
