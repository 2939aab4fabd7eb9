/** Serves a finished Next build behind our own HTTP server, which drains on shutdown. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { judgeBeside } from "#server/access/password/strength-thread.ts";
import { builtConfig, distDir, isBuilt, staticFolder } from "#server/cli/launcher/build.ts";
import { requireNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { takeOwnDatabase } from "#server/cli/launcher/desk-database.ts";
import { servePrecompressed } from "#server/cli/launcher/precompressed-assets.ts";
import { PROJECT } from "#server/cli/launcher/project.ts";
import { sentence } from "#server/cli/launcher/run-launcher.ts";
import { complain } from "#server/cli/launcher/terminal.ts";
import { serveWeb } from "#server/cli/web/web-server.ts";
import { ConfigError, config } from "#server/config.ts";
import { UserFacingError } from "#server/errors.ts";
import { readMetrics } from "#server/http/metrics.ts";
import { createLog } from "#server/log.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { withDatabase } from "#server/store/database.ts";
import { requireOwnSchema, requireSettled } from "#server/store/schema-version.ts";
import { startTracing } from "#server/tracing/start-tracing.ts";
import { tracedPages } from "#server/tracing/traced-pages.ts";

const RESOLVED_CONFIG = "__NEXT_PRIVATE_STANDALONE_CONFIG";

/** Throws when it cannot serve. */
export async function runWeb({ isBehindBalancer }: { isBehindBalancer: boolean }): Promise<void> {
	takeOwnDatabase(process.env, "web");
	// Reads the configuration once, also for the pages, and removes its secrets from the environment.
	const settings = config();
	const { appOrigin, host, port, metricsPort, databaseUrl, isPooled, isSandbox } = settings;
	if (!isBuilt()) throw new ConfigError(["there is no finished build: run npm run build first"]);
	// Checks the database while Next loads. If both fail, the fault of the database is reported.
	const loaded = loadNext(port);
	loaded.catch(() => undefined);
	await guardDatabase({ databaseUrl: databaseUrl.reveal(), isPooled, isSandbox });
	const app = await loaded;
	const log = createLog(settings.logLevel, "web");
	const tracing = await startTracing({ config: settings, log, program: "web" });
	judgeBeside();
	renderInThread();
	const https = appOrigin.protocol === "https:";
	const answer = servePrecompressed(staticFolder(), app.getRequestHandler());
	const routes = () => readFileSync(join(PROJECT, distDir(), "routes-manifest.json"), "utf8");
	const handle = settings.tracing ? tracedPages(routes(), answer) : answer;
	// Waiting spans are sent while Next closes.
	const close = async () => void (await Promise.all([app.close(), tracing.stop()]));
	await serveWeb({ handle, close, host, port, https, isBehindBalancer });
	if (metricsPort !== null) await serveMetrics(metricsPort);
}

async function loadNext(port: number) {
	closeEnvFiles();
	const conf = builtConfig();
	// Next's standalone build does the same. With `conf` alone its router compiles next.config.ts again.
	if (conf) process.env[RESOLVED_CONFIG] = JSON.stringify(conf);
	const { default: next } = await import("next");
	const app = next({ dev: false, dir: PROJECT, port, conf });
	await app.prepare();
	delete process.env[RESOLVED_CONFIG];
	return app;
}

const CHECK_MS = 2_000;

/**
 * Throws when the database rejects the account, this version cannot run on the schema, the connection lacks its settings, or a real
 * service meets a demo's database. While the database does not answer, pages say so, and the check is repeated until it does.
 */
async function guardDatabase(guarded: Guarded): Promise<void> {
	const fault = await checkDatabase(guarded);
	if (fault === null) return;
	if (isConclusive(fault)) throw fault;
	const timer = setInterval(async () => {
		const later = await checkDatabase(guarded);
		if (later === null) clearInterval(timer);
		else if (isConclusive(later)) {
			complain(sentence(later));
			process.exit(1);
		}
	}, CHECK_MS);
	timer.unref();
}

/** Returns false for a fault that may pass. PostgreSQL's codes for a rejected account or password begin with 28. */
function isConclusive(fault: Error & { code?: string }): boolean {
	return fault instanceof UserFacingError || /^28\w{3}$/.test(fault.code ?? "");
}

interface Guarded {
	databaseUrl: string;
	isPooled: boolean;
	isSandbox: boolean;
}

async function checkDatabase({ databaseUrl, isPooled, isSandbox }: Guarded): Promise<Error | null> {
	const options = { application_name: "cauri-web", max: 1, statement_timeout: 5_000, isPooled };
	return withDatabase(databaseUrl, options, async (database) => {
		await requireSettled(database, isPooled);
		const newerSchema = await requireOwnSchema(database);
		if (newerSchema !== null) complain(newerSchema);
		if (!isSandbox) await requireNoDemoData(database);
		return null;
	}).catch((error: Error) => error);
}

// The module that Next itself uses, wherever it is installed.
const nextEnv: string = "@next/env";

/** Keeps Next from reading `.env` again, which would put removed secrets back. Call it before Next loads: it caches the result. */
export function closeEnvFiles(): void {
	const { loadEnvConfig } = createRequire(import.meta.resolve("next"))(nextEnv);
	loadEnvConfig(join(import.meta.dirname, "no-such-folder"), false);
}

/** Serves `/metrics` on a separate loopback port: no token, not reachable from the network. */
export async function serveMetrics(port: number): Promise<Server> {
	const server = createServer((request, response) => {
		response.setHeader("x-content-type-options", "nosniff");
		if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
		void readMetrics().then(
			({ text, contentType }) => response.writeHead(200, { "content-type": contentType }).end(text),
			() => response.writeHead(500).end(),
		);
	});
	await once(server.listen(port, "127.0.0.1"), "listening");
	server.unref();
	return server;
}
