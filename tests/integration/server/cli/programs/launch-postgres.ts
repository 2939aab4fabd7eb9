/** A small launcher: keeps the embedded PostgreSQL of a data folder running, and ends it when it is told to. */
import { launchPostgres } from "#server/cli/launcher/launch-postgres.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";

// Keeps the process alive, as a launcher's programs do.
setInterval(() => undefined, 60_000);
await runLauncher(async (launch) => {
	const { url } = await launchPostgres(launch, process.argv[2] ?? "");
	say(`postgres at ${url} runs.`);
	await launch.untilEnd();
});
