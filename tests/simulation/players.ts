/** Processes that play runs of the simulation, each on a database of its own of one PostgreSQL without a disk. */
import { execFile } from "node:child_process";
import type { ModelReport, ModelTask } from "#tests/simulation/model/play-seeds.ts";
import type { TestedMutation } from "#tests/simulation/mutations/mutation.ts";
import type { SourceEdit } from "#tests/simulation/mutations/source-edits.ts";
import type { Report, Task } from "#tests/simulation/play.ts";
import { failedTests } from "#tests/simulation/run-test.ts";
import {
	databaseUrl,
	runAsAdmin,
	startTestPostgres,
	type TestPostgres,
} from "#tests/support/database/postgres-server.ts";

export interface Play extends Partial<Task> {
	/** The edits of the played sources. */
	edits?: readonly SourceEdit[];
	statements?: readonly string[];
}

const LONGEST_MS = 900_000;
let databases = 0;

export class Players {
	readonly #server: TestPostgres;
	readonly #free: string[] = [];

	private constructor(server: TestPostgres) {
		this.#server = server;
	}

	static async start(): Promise<Players> {
		return new Players(await startTestPostgres());
	}

	stop(): Promise<void> {
		return this.#server.stop();
	}

	async play({ edits = [], statements = [], ...task }: Play): Promise<Report> {
		const play = (name: string) =>
			run({ stopAfter: 10, tell: false, ...task }, databaseUrl(this.#server.adminUrl, name), edits);
		if (statements.length > 0) return this.#onChanged(statements, play);
		const name = this.#free.pop() ?? (await this.#create());
		try {
			return await play(name);
		} finally {
			this.#free.push(name);
		}
	}

	/** The names of the tests that fail with the mutation; null when none was run. */
	failedTests({ statements = [], ...mutation }: TestedMutation): Promise<string[] | null> {
		const { adminUrl, template } = this.#server;
		if (statements.length === 0) return failedTests(mutation, adminUrl, template);
		return this.#onChanged(statements, (name) => failedTests(mutation, adminUrl, name));
	}

	/** Works on a database of its own, changed by these statements. */
	async #onChanged<T>(statements: readonly string[], work: (name: string) => Promise<T>): Promise<T> {
		const { adminUrl } = this.#server;
		const name = await this.#create();
		try {
			for (const statement of statements) await runAsAdmin(databaseUrl(adminUrl, name), statement);
			return await work(name);
		} finally {
			await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
		}
	}

	async #create(): Promise<string> {
		const { adminUrl, template } = this.#server;
		const name = `${template}_${++databases}`;
		await runAsAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
		return name;
	}
}

export function playModelSeeds(task: ModelTask): Promise<ModelReport> {
	return started(["tests/simulation/model/play-seeds.ts", JSON.stringify(task)], {}, false);
}

function run(task: Task, url: string, edits: readonly SourceEdit[]): Promise<Report> {
	const args = ["--import", "./tests/simulation/ports/hooks.ts", "tests/simulation/play.ts", JSON.stringify(task)];
	return started(args, { SIMULATION_EDITS: JSON.stringify(edits), SIMULATION_DATABASE: url }, task.tell);
}

/** Starts a program of ours; its output is its report. */
function started<T>(args: readonly string[], environment: Record<string, string>, tells: boolean): Promise<T> {
	const settings = { env: { ...process.env, ...environment }, maxBuffer: 256 * 1_024 ** 2, timeout: LONGEST_MS };
	return new Promise((resolve, reject) => {
		const child = execFile(process.execPath, args, settings, (error, stdout, stderr) => {
			try {
				resolve(JSON.parse(stdout) as T);
			} catch {
				reject(
					new Error(`a run of the simulation ended without its report: ${stderr.slice(-4_000) || error?.message}`),
				);
			}
		});
		if (tells) child.stderr?.pipe(process.stdout);
	});
}
