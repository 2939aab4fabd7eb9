import { once } from "node:events";
import { spawnProgram } from "#server/cli/launcher/children.ts";
import type { Launch } from "#server/cli/launcher/run-launcher.ts";
import { UserFacingError } from "#server/errors.ts";

export interface SettingsStep {
	/** The address with the account that migrates; null when the embedded database is used. */
	databaseUrl: string | null;
	dataDir: string;
	host: string;
	port: number;
	/** Ports to open beside `port`, by variable. */
	otherPorts: Record<string, number | null>;
	origin: string;
}

export interface DatabaseStep {
	/** The link that makes the first admin, for the terminal only; null when members exist. */
	setUpLink: string | null;
}

export type StepAnswer = { result: SettingsStep | DatabaseStep } | { fault: string };

/** Throws a UserFacingError that names all faults of the environment. */
export function runSettingsStep(launch: Launch): Promise<SettingsStep> {
	return runStep(launch, "settings", process.env);
}

/** Migrates the database, refuses a demo's, and makes the first admin's link while nobody is a member. Throws a UserFacingError. */
export function runDatabaseStep(launch: Launch, databaseUrl: string | null): Promise<DatabaseStep> {
	return runStep(launch, "database", databaseUrl ? { ...process.env, DATABASE_URL: databaseUrl } : process.env);
}

async function runStep<T>(launch: Launch, step: string, env: NodeJS.ProcessEnv): Promise<T> {
	const child = spawnProgram({ name: step, args: ["server/cli/start/steps.ts", step], env, graceMs: 0 });
	child.stdout?.pipe(process.stdout, { end: false });
	child.stderr?.pipe(process.stderr, { end: false });
	const end = () => void child.kill("SIGTERM");
	launch.signal.addEventListener("abort", end, { once: true });
	let answer: StepAnswer | undefined;
	child.once("message", (message) => {
		answer = message as StepAnswer;
	});
	const [code, signal] = (await once(child, "close")) as [number | null, string | null];
	launch.signal.removeEventListener("abort", end);
	launch.signal.throwIfAborted();
	if (!answer) throw new UserFacingError(`The start ended while it checked the ${step} (${signal ?? `code ${code}`}).`);
	if ("fault" in answer) throw new UserFacingError(answer.fault);
	return answer.result as T;
}
