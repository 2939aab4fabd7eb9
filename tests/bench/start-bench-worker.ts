/** A worker as a process of its own, for a measurement; it writes its longest stall into its folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { COMPLETE } from "#tests/support/programs/complete-environment.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";

/** Resolves when the worker takes jobs. */
export async function startBenchWorker(environment: Record<string, string>, folder: string) {
	const child = spawn(process.execPath, ["--import=./tests/bench/watch-stalls.ts", "server/cli/worker.ts"], {
		env: {
			...passedOn(),
			NODE_ENV: "test",
			PATH: process.env.PATH ?? "",
			STALLS_FOLDER: folder,
			...COMPLETE,
			LOG_LEVEL: "info",
			...environment,
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	await new Promise<void>((resolve, reject) => {
		let text = "";
		child.stdout.on("data", (chunk: Buffer) => {
			text = (text + chunk.toString("utf8")).slice(-20_000);
			if (text.includes('"worker_started"')) resolve();
		});
		child.once("exit", () => reject(new Error(`the worker ended before it started:\n${text}`)));
	});
	return {
		async kill() {
			const gone = once(child, "exit");
			child.kill("SIGKILL");
			await gone;
		},
	};
}
