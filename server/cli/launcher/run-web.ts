/** Next from a finished build behind our own HTTP server, which drains when it is told to end. */
import { judgeBeside } from "#server/access/password/strength-thread.ts";
import { builtConfig, isBuilt, staticFolder } from "#server/cli/launcher/build.ts";
import { closeEnvFiles } from "#server/cli/launcher/close-env-files.ts";
import { adoptEmbeddedDatabase } from "#server/cli/launcher/embedded-database.ts";
import { guardDatabase } from "#server/cli/launcher/guard-database.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { serveMetrics } from "#server/cli/launcher/metrics-server.ts";
import { packedAssets } from "#server/cli/launcher/packed-assets.ts";
import { takeOwnDatabase } from "#server/cli/launcher/program-databases.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { serveWeb } from "#server/cli/launcher/web-server.ts";
import { ConfigError, config } from "#server/config.ts";
import { SchemaError } from "#server/store/schema-version.ts";

const RESOLVED_CONFIG = "__NEXT_PRIVATE_STANDALONE_CONFIG";

export async function runWeb(): Promise<void> {
	try {
		takeOwnDatabase(process.env, "web");
		await adoptEmbeddedDatabase(process.env, "web");
		// Read once for this process, the pages too: from here on the environment holds no secret.
		const { appOrigin, host, port, metricsPort, databaseUrl, isSandbox } = config();
		if (!isBuilt()) throw new ConfigError(["there is no finished build: run npm run build first"]);
		// The database is asked while Next loads, and heard first: what is wrong with it is what whoever starts must know.
		const loaded = loadNext(port);
		loaded.catch(() => undefined);
		await guardDatabase(databaseUrl.reveal(), { isSandbox, leave });
		const app = await loaded;
		judgeBeside();
		const https = appOrigin.protocol === "https:";
		const handle = packedAssets(staticFolder(), app.getRequestHandler());
		await serveWeb({ handle, close: () => app.close(), host, port, https });
		if (metricsPort !== null) await serveMetrics(metricsPort);
	} catch (error) {
		leave(error as Error);
	}
}

async function loadNext(port: number) {
	closeEnvFiles();
	const conf = builtConfig();
	// As a standalone build of Next says it. By `conf` alone its router reads next.config.ts anew, and two compilers to read it with.
	if (conf) process.env[RESOLVED_CONFIG] = JSON.stringify(conf);
	const { default: next } = await import("next");
	const app = next({ dev: false, dir: PROJECT, port, conf });
	await app.prepare();
	delete process.env[RESOLVED_CONFIG];
	return app;
}

function leave(error: Error): never {
	const isForeseen = [ConfigError, SchemaError, LaunchError].some((kind) => error instanceof kind);
	complain(isForeseen ? error.message : String(error));
	process.exit(1);
}
