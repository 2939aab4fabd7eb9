import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import type { PaymentDesk } from "#tests/support/payment-desk.ts";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";

export interface WorkerProcess {
	/** kill -9; resolves when it is gone. */
	kill(): Promise<void>;
	/** Resolves with its exit code. */
	drain(signal?: NodeJS.Signals): Promise<number | null>;
	/** SIGSTOP and SIGCONT: suspended in the middle of its work. */
	pause(): void;
	wake(): void;
	isRunning(): boolean;
	output(): string;
}

const PROJECT = fileURLToPath(new URL("../../../../", import.meta.url));

/** Resolves when the worker takes jobs. It uses the desk's database and scripted service. */
export async function startWorkerProcess(
	desk: PaymentDesk,
	environment: Record<string, string> = {},
): Promise<WorkerProcess> {
	const child = spawn(process.execPath, ["server/cli/worker.ts"], {
		cwd: PROJECT,
		env: {
			...passedOn(),
			NODE_ENV: "test",
			PATH: process.env.PATH ?? "",
			...COMPLETE,
			MOMO_BASE_URL: desk.scripted.baseUrl.href,
			WALLET_CURRENCIES: desk.system.config.walletCurrencies.join(","),
			DATABASE_URL: desk.url,
			DATA_DIR: desk.system.config.dataDir,
			LOG_LEVEL: "info",
			...environment,
		},
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	const output = await started(child);
	return {
		output,
		isRunning: () => child.exitCode === null && child.signalCode === null,
		pause: () => void child.kill("SIGSTOP"),
		wake: () => void child.kill("SIGCONT"),
		async kill() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, "exit");
			child.kill("SIGKILL");
			await gone;
		},
		async drain(signal = "SIGTERM") {
			const gone = once(child, "exit");
			child.kill(signal);
			const [code] = await gone;
			return code;
		},
	};
}

/** Call at the top of a test file. Returns what starts a worker of this desk, which is killed after its test. */
export function workersOf(desk: PaymentDesk): (environment?: Record<string, string>) => Promise<WorkerProcess> {
	const workers: WorkerProcess[] = [];
	afterEach(async () => {
		for (const worker of workers.splice(0)) await worker.kill();
	});
	return async (environment) => {
		const worker = await startWorkerProcess(desk, environment);
		workers.push(worker);
		return worker;
	};
}

function started(child: ChildProcess): Promise<() => string> {
	let text = "";
	return new Promise((resolve, reject) => {
		const take = (chunk: Buffer) => {
			text += chunk.toString("utf8");
		};
		child.once("message", () => resolve(() => text));
		child.stdout?.on("data", take);
		child.stderr?.on("data", take);
		child.once("exit", () => reject(new Error(`the worker ended before it started:\n${text}`)));
	});
}
