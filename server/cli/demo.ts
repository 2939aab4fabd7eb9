/** `npm run demo`: the whole product on this machine, with the sandbox as the service and 90 days of history. */
import { build, isBuildFresh } from "#server/cli/launcher/build.ts";
import { requireRoom, requireWritable } from "#server/cli/launcher/preflight.ts";
import { webProgram } from "#server/cli/launcher/programs.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { runDemo } from "#server/cli/launcher/run-demo.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";
import { say, sayDone } from "#server/cli/launcher/terminal.ts";

await runLauncher((launch) =>
	runDemo(launch, {
		command: "demo",
		mode: "production",
		async prepare() {
			if (isBuildFresh()) return;
			requireWritable(PROJECT, "NEXT_DIST_DIR");
			requireRoom(PROJECT, "NEXT_DIST_DIR");
			say("Building Cauri; this happens once …");
			const since = Date.now();
			await build({ signal: launch.signal });
			sayDone("Built", since);
		},
		web: webProgram,
	}),
);
