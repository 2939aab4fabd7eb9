/** The web program alone: Next from a finished build behind our own HTTP server, which drains when it is told to end. */
import { isBuilt } from "#server/cli/launcher/build.ts";
import { adoptEmbeddedDatabase } from "#server/cli/launcher/embedded-database.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { guardDatabase } from "#server/cli/launcher/guard-database.ts";
import { receiveSecrets } from "#server/cli/launcher/hand-secrets.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { leaveRoot } from "#server/cli/launcher/leave-root.ts";
import { serveMetrics } from "#server/cli/launcher/metrics-server.ts";
import { takeOwnDatabase } from "#server/cli/launcher/program-databases.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { serveWeb } from "#server/cli/launcher/web-server.ts";
import { ConfigError, config } from "#server/config.ts";
import { SchemaError } from "#server/store/schema-version.ts";

// Next reads it while it loads.
Object.assign(process.env, { NODE_ENV: "production" });
receiveSecrets();
loadEnvFile();
try {
	leaveRoot();
	takeOwnDatabase(process.env, "web");
	await adoptEmbeddedDatabase(process.env, "web");
	// Read once for this process, the pages too: from here on the environment holds no secret.
	const { appOrigin, host, port, metricsPort, databaseUrl, isSandbox } = config();
	if (!isBuilt()) throw new ConfigError(["there is no finished build: run npm run build first"]);
	await guardDatabase(databaseUrl.reveal(), { isSandbox, leave });
	const { default: next } = await import("next");
	const app = next({ dev: false, dir: PROJECT, port });
	await app.prepare();
	const https = appOrigin.protocol === "https:";
	await serveWeb({ handle: app.getRequestHandler(), close: () => app.close(), host, port, https });
	if (metricsPort !== null) await serveMetrics(metricsPort);
} catch (error) {
	leave(error as Error);
}

function leave(error: Error): never {
	const isForeseen = [ConfigError, SchemaError, LaunchError].some((kind) => error instanceof kind);
	complain(isForeseen ? error.message : String(error));
	process.exit(1);
}
