/** A small launcher: keeps the programs named by its arguments running with a data folder, and ends them when it is told to. */
import { Children } from "#server/cli/launcher/children.ts";
import { takeDataFolder } from "#server/cli/launcher/preflight.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say } from "#server/cli/launcher/terminal.ts";

// Short, because a test waits for six crashes.
const FIRST_WAIT_MS = 20;
const [dataDir = "", ...files] = process.argv.slice(2);
// A test may choose another command for the children.
process.execPath = process.env.NODE_AT ?? process.execPath;

await runLauncher(async (launch) => {
	await takeDataFolder(launch, dataDir, "keep-children");
	const children = new Children(dataDir, FIRST_WAIT_MS);
	launch.onEnd(() => children.stopAll());
	files.forEach((file, index) => {
		children.start({ name: `child-${index}`, args: [file], env: process.env, graceMs: 2_000 });
	});
	say(`up ${files.map((_, index) => children.get(`child-${index}`)?.process.pid).join(" ")}.`);
	await launch.untilEnd();
});
