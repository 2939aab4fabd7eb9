/** Runs the web program: receives secrets, refuses root for a real service, and serves with V8's compile cache of earlier starts. */
import { startCompileCache } from "#server/cli/launcher/compile-cache.ts";
import { limitHeapGrowth } from "#server/cli/launcher/limit-heap-growth.ts";
import { receiveSecrets } from "#server/cli/launcher/pass-secrets.ts";
import { loadEnvFile } from "#server/cli/launcher/project.ts";
import { requireNoRoot } from "#server/cli/launcher/refuse-start.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { WITHOUT_KEYS } from "#server/environment/key-files.ts";

// Next.js reads NODE_ENV while it loads, so it is set first.
Object.assign(process.env, { NODE_ENV: "production" });
// Only the worker has the service's keys, even when both start from one environment.
Object.assign(process.env, WITHOUT_KEYS);
limitHeapGrowth();
const isHanded = receiveSecrets();
// A launcher has already read `.env` and passes on what this program may know.
if (!isHanded) loadEnvFile();
try {
	requireNoRoot();
	startCompileCache(process.env.DATA_DIR);
	const { runWeb } = await import("#server/cli/web/run-web.ts");
	// Without a launcher a load balancer may send requests here, so `/readyz` must announce the end before the port closes.
	await runWeb({ isBehindBalancer: !isHanded });
} catch (error) {
	complain(sentence(error as Error));
	process.exit(1);
}
