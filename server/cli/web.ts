/** The web program alone: Next from a finished build behind our own HTTP server, which drains when it is told to end. */
import { isBuilt } from "#server/cli/launcher/build.ts";
import { adoptEmbeddedDatabase } from "#server/cli/launcher/embedded-database.ts";
import { loadEnvFile } from "#server/cli/launcher/env-file.ts";
import { guardSchema } from "#server/cli/launcher/guard-schema.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { serveWeb } from "#server/cli/launcher/web-server.ts";
import { ConfigError, readConfig } from "#server/config.ts";
import { SchemaError } from "#server/store/schema-standing.ts";

// Next reads it while it loads.
Object.assign(process.env, { NODE_ENV: "production" });
loadEnvFile();
await adoptEmbeddedDatabase(process.env);
try {
	// Looked at only: the pages read it themselves and take the secrets out of the environment then.
	const { port, databaseUrl } = readConfig(process.env);
	if (!isBuilt()) throw new ConfigError(["there is no finished build: run npm run build first"]);
	await guardSchema(databaseUrl.reveal(), leave);
	const { default: next } = await import("next");
	const app = next({ dev: false, dir: PROJECT, port });
	await app.prepare();
	await serveWeb({ handle: app.getRequestHandler(), close: () => app.close(), host: process.env.HOST, port });
} catch (error) {
	leave(error as Error);
}

function leave(error: Error): never {
	complain(error instanceof ConfigError || error instanceof SchemaError ? error.message : String(error));
	process.exit(1);
}
