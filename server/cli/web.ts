/** The web program alone: who it is and what it may know, then what it serves, compiled as the last start left it. */
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { receiveSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { keepCompiled } from "#server/cli/launcher/keep-compiled.ts";
import { leaveRoot } from "#server/cli/launcher/leave-root.ts";
import { complain } from "#server/cli/launcher/terminal.ts";

// Next reads it while it loads.
Object.assign(process.env, { NODE_ENV: "production" });
const isHanded = receiveSecrets();
// A launcher has read it: it hands on what this program may know. The demonstration's reads none.
if (!isHanded || process.env.MOMO_IS_SANDBOX === "1") loadEnvFile();
try {
	leaveRoot();
} catch (error) {
	complain((error as Error).message);
	process.exit(1);
}
keepCompiled(process.env.DATA_DIR);
const { runWeb } = await import("#server/cli/launcher/run-web.ts");
await runWeb();
