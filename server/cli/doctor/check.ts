/** The form of the doctor's checks: each gives a verdict, and says what to do when the verdict is not good. */
import type { Config } from "#server/config.ts";
import type { Database } from "#server/store/database.ts";
import type { Figures } from "#server/worker/read-figures.ts";

export type Verdict = "good" | "warning" | "fault" | "not_checked";

export interface Desk {
	/** The environment as the programs see it, `.env` included. */
	env: NodeJS.ProcessEnv;
	dataDir: string;
	/** Null when the environment is not complete; then `faults` says why. */
	config: Config | null;
	faults: readonly string[];
	/** Connected as the owner; null when the database does not run or cannot be reached. */
	database: Database | null;
	figures: Figures | null;
}

/** A sentence without secret, name, number, address or path: it is part of the bundle. */
export type Answer = readonly [verdict: Verdict, says: string];

export interface Check {
	id: string;
	run(desk: Desk): Promise<Answer> | Answer;
	/** The advice unless the verdict is good. */
	fix: string;
}

export interface Finding {
	id: string;
	verdict: Verdict;
	says: string;
	/** Null when the verdict is good. */
	fix: string | null;
}

const LONGEST_MS = 15_000;

/** Runs all checks at once, each within 15 s. A check that throws counts as not checked and says only the error's code. */
export function examine(checks: readonly Check[], desk: Desk): Promise<Finding[]> {
	return Promise.all(
		checks.map(async ({ id, run, fix }): Promise<Finding> => {
			const [verdict, says] = await inTime(async () => run(desk)).catch((error: unknown): Answer => {
				const { code } = error as { code?: unknown };
				return ["not_checked", `It could not be checked (${typeof code === "string" ? code : "no answer"}).`];
			});
			return { id, verdict, says, fix: verdict === "good" ? null : fix };
		}),
	);
}

async function inTime(run: () => Promise<Answer>): Promise<Answer> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error("no answer")), LONGEST_MS);
	});
	try {
		return await Promise.race([run(), limit]);
	} finally {
		clearTimeout(timer);
	}
}

const NO_DATABASE: Answer = ["not_checked", "The database cannot be asked."];
export const NO_SETTINGS: Answer = ["not_checked", "The settings are not complete."];

type Judged = Promise<Answer> | Answer;

export function ofConfig(judge: (config: Config, desk: Desk) => Judged): Check["run"] {
	return (desk) => (desk.config ? judge(desk.config, desk) : NO_SETTINGS);
}

export function ofDatabase(judge: (database: Database, desk: Desk) => Judged): Check["run"] {
	return (desk) => (desk.database ? judge(desk.database, desk) : NO_DATABASE);
}

export function ofFigures(judge: (figures: Figures, desk: Desk) => Judged): Check["run"] {
	return (desk) => (desk.figures ? judge(desk.figures, desk) : NO_DATABASE);
}

/** "3 days", "2 hours", "40 minutes", "12 seconds" */
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
