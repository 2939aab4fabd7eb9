/** `npm run build`: a build that the launchers know again. */
import { build } from "#server/cli/launcher/build.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";

await runLauncher((launch) => build({ signal: launch.signal, show: true }));
