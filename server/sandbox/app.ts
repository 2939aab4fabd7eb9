/** The mobile-money service as a program: the seven endpoints, the payer's pages, the controls and the engine. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Log } from "#server/log.ts";
import { type ApiContext, answerRequest } from "#server/sandbox/api/answer-request.ts";
import { createAuthentication } from "#server/sandbox/api/authentication.ts";
import { problem, sendJson } from "#server/sandbox/api/exchange.ts";
import { controlRoutes } from "#server/sandbox/control/control-routes.ts";
import { openControlState } from "#server/sandbox/control-state.ts";
import { type Engine, startEngine } from "#server/sandbox/engine.ts";
import { handsetRoutes } from "#server/sandbox/handset/handset-routes.ts";
import { ALL_CURRENCIES, openWallets } from "#server/sandbox/ledger/wallets.ts";
import { migrateSandbox, openSandboxStore } from "#server/sandbox/open-store.ts";
import { guardPages } from "#server/sandbox/pages/page-guard.ts";
import { payerRoutes } from "#server/sandbox/payer/payer-routes.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";

export interface SandboxOptions {
	databaseUrl: string;
	port: number;
	apiKey: string;
	apiSecret: string;
	log: Log;
	/** True: subscribers answer automatically, and payouts succeed or fail by chance. Used until settings are stored. Default false. */
	autopilot?: boolean;
	/** Divisor of the operators' delays. Default 1. */
	speed?: number;
	businessName?: string;
	/** In milliseconds; default the machine's clock. */
	realNow?: () => number;
	random?: () => number;
}

export type RunningSandbox = Awaited<ReturnType<typeof createSandbox>>;

/** `url`: `http://127.0.0.1:<port>`, without a final slash. */
export async function createSandbox(options: SandboxOptions) {
	const { database, pool } = openSandboxStore(options.databaseUrl);
	const stopping = new AbortController();
	await using opened = new AsyncDisposableStack();
	opened.defer(() => pool.end());
	await migrateSandbox(database);
	const defaults = { autopilot: options.autopilot ?? false, speed: options.speed ?? 1 };
	const control = await openControlState(database, defaults, options.realNow ?? Date.now);
	await openWallets(database, ALL_CURRENCIES, control.now());
	const sandbox: Sandbox = {
		database,
		control,
		random: options.random ?? Math.random,
		businessName: options.businessName ?? "Cauri",
		publicUrl: "",
		log: options.log,
	};
	const engine = startEngine(sandbox);
	opened.defer(() => engine.stop());
	const authenticate = createAuthentication(options.apiKey, options.apiSecret);
	const app = createApp({ sandbox, authenticate, stopping: stopping.signal }, engine);
	const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
	// Longer than any client keeps a connection: otherwise the server could close an idle one just as a client sends a request.
	server.keepAliveTimeout = 75_000;
	await once(server.listen(options.port, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	opened.defer(() => closeServer(server));
	opened.defer(() => stopping.abort());
	sandbox.publicUrl = `http://localhost:${port}`;
	const url = `http://127.0.0.1:${port}`;
	const running = opened.move();
	let closing: Promise<void> | undefined;
	const close = (): Promise<void> => {
		closing ??= running.disposeAsync();
		return closing;
	};
	return { url, baseUrl: `${url}/api/v1/`, settle: engine.settle, sandbox, close };
}

function createApp(api: ApiContext, engine: Engine): Hono<{ Bindings: HttpBindings }> {
	const app = new Hono<{ Bindings: HttpBindings }>();
	const { sandbox } = api;
	app.all("/api/*", async ({ env: { incoming, outgoing } }) => {
		// The `Date` header has the time of the sandbox, which the controls may move, because it must agree with the timestamps in answers.
		const setDate = () => outgoing.headersSent || outgoing.setHeader("date", sandbox.control.now().toUTCString());
		setDate();
		const response = await answerRequest(api, incoming, outgoing, await readBody(incoming));
		setDate();
		return response;
	});
	app.get("/healthz", (context) => context.text("ok"));
	const pages = new Hono();
	pages.use(guardPages);
	pages.get("/", (context) => context.redirect("/phone", 302));
	pages.route("/assets", assetRoutes());
	pages.route("/phone", handsetRoutes(sandbox));
	pages.route("/pay", payerRoutes(sandbox));
	pages.route("/control", controlRoutes({ sandbox, engine }));
	app.route("/", pages);
	app.notFound(() => sendJson(problem(404, "not_found", "No such path.")).respond());
	app.onError((err) => {
		if (err instanceof HTTPException) return err.getResponse();
		sandbox.log.error({ err, event: "request_failed" });
		return sendJson(problem(500, "internal", "The sandbox failed.")).respond();
	});
	return app;
}

// Endpoints refuse bodies above 64 KB. The rest is still read, up to this size, so that the client receives the refusal.
const MOST_BYTES = 1_000_000;

async function readBody(incoming: IncomingMessage): Promise<string> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of incoming as AsyncIterable<Buffer>) {
		bytes += piece.length;
		if (bytes > MOST_BYTES) break;
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString("utf8");
}

async function closeServer(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const timer = setTimeout(() => server.closeAllConnections(), 500);
	await closed;
	clearTimeout(timer);
}

const FILES: Record<string, { url: URL; type: string }> = {
	"sandbox.css": { url: new URL("./pages/assets/sandbox.css", import.meta.url), type: "text/css; charset=utf-8" },
	"sandbox.js": { url: new URL("./pages/assets/sandbox.js", import.meta.url), type: "text/javascript; charset=utf-8" },
	"sandbox.svg": { url: new URL("./pages/assets/sandbox.svg", import.meta.url), type: "image/svg+xml" },
	"inter.woff2": {
		url: new URL(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
		type: "font/woff2",
	},
};

function assetRoutes(): Hono {
	const app = new Hono();
	app.get("/:name", async (context) => {
		const file = FILES[context.req.param("name")];
		if (!file) return context.notFound();
		const bytes = await readFile(file.url);
		return context.body(new Uint8Array(bytes), 200, { "content-type": file.type, "cache-control": "no-cache" });
	});
	return app;
}
