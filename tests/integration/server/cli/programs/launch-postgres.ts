/** A small launcher: keeps the embedded PostgreSQL of a data folder running, and ends it when it is told to, or at once. */
import { setTimeout as pause } from "node:timers/promises";
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";

// Keeps the process alive, as a launcher's programs do.
setInterval(() => undefined, 60_000);
const [dataDir = "", endsAtOnce] = process.argv.slice(2);
await runLauncher(async (launch) => {
	// Runs after the end of PostgreSQL, and for longer than the pause between two looks at it.
	if (endsAtOnce) launch.onEnd(() => pause(2_000));
	say(`postgres at ${(await launchPostgres(launch, dataDir)).url} runs.`);
	if (!endsAtOnce) await launch.untilEnd();
});
