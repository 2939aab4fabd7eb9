/** `npm run build`: makes a build that the launchers recognise. */
import { build } from "#server/cli/launcher/build.ts";
import { runLauncher } from "#server/cli/launcher/run-launcher.ts";

await runLauncher((launch) => build({ signal: launch.signal, show: true }));
