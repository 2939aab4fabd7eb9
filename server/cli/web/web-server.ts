/** The HTTP server in front of Next: where it listens, what it refuses, how it drains. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { localOrigin } from "#server/cli/launcher/programs.ts";
import { openPort } from "#server/environment/open-port.ts";
import { answerHeaders } from "#server/http/headers/security-headers.ts";

interface Web {
	handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
	close(): Promise<void>;
	host: string;
	port: number;
	https: boolean;
	/** True: at SIGTERM, `/readyz` answers 503 for a while before the port closes. */
	isBehindBalancer: boolean;
}

interface Exchange {
	request: IncomingMessage;
	response: ServerResponse;
}

// Limits for a slow browser's headers, for its whole request (5 MB over a slow line), and for answers under way at shutdown.
const HEADERS_LIMIT_MS = 30_000;
const REQUEST_LIMIT_MS = 300_000;
const DRAIN_MS = 10_000;
/** Long enough for two checks of a load balancer that asks every second or two (docs/deploy). */
const ANNOUNCE_MS = 5_000;
const SWEEP_MS = 50;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
// Loaded at the start: the pages that people open first, and the routes that these pages request. Others load on demand.
const FIRST_PAGES = ["/movements", "/", "/sign-in", "/payouts", "/approvals"];
const FIRST_ROUTES = ["status", "events", "overview", "session", "wallets/XOF/movements", "reconciliation/line-names"];
/** No page has this address: Next shows its not-found page. */
const NOWHERE = "/unreadable-address";

export async function serveWeb(web: Web): Promise<void> {
	const open = new Set<Exchange>();
	let isLeaving = false;
	const servers = await openPort(web.host, web.port, () => createWebServer(web, open, () => isLeaving));
	const origin = localOrigin(web.host, web.port);
	// Opens a database connection before the first person arrives.
	await fetch(`${origin}/readyz`).catch(() => undefined);
	void warmUp(origin);
	for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
		process.once(name, async () => {
			isLeaving = true;
			if (web.isBehindBalancer && name === "SIGTERM") await pause(ANNOUNCE_MS);
			await drain(servers, open);
			await web.close().catch(() => undefined);
			process.exit(0);
		});
}

/** Loads each page's modules, one page after the other, before people need them: a visit without a session is enough. */
async function warmUp(origin: string): Promise<void> {
	const pages = FIRST_PAGES.map((path) => ({ path, method: "GET" }));
	// OPTIONS loads a route without running it.
	const routes = FIRST_ROUTES.map((route) => ({ path: `/api/${route}`, method: "OPTIONS" }));
	for (const { path, method } of [...pages, ...routes])
		await fetch(origin + path, { method, redirect: "manual" }).catch(() => undefined);
	// Saves the compiled code now, because a kill would lose it.
	flushCompileCache();
}

function createWebServer(web: Web, open: Set<Exchange>, isLeaving: () => boolean): Server {
	const limits = { headersTimeout: HEADERS_LIMIT_MS, requestTimeout: REQUEST_LIMIT_MS, keepAliveTimeout: 65_000 };
	// Nothing here uses upgraded connections: a client that offers another protocol (h2c) is answered in HTTP/1.1.
	return createServer({ ...limits, shouldUpgradeCallback: () => false }, (request, response) => {
		const exchange = { request, response };
		open.add(exchange);
		response.once("close", () => open.delete(exchange));
		for (const [name, value] of Object.entries(answerHeaders(web.https))) response.setHeader(name, value);
		// A proxy must not reuse a connection that is about to close.
		if (isLeaving()) response.setHeader("connection", "close");
		if (isLeaving() && request.url === "/readyz") {
			response.writeHead(503, { "content-length": 0 }).end();
			return;
		}
		if (!METHODS.includes(request.method ?? "")) {
			response.writeHead(405, { allow: METHODS.join(", "), "content-length": 0 }).end();
			return;
		}
		if (!isReadable(request.url ?? "")) request.url = NOWHERE;
		web.handle(request, response).catch(() => response.destroy());
	});
}

/** Returns true for a path that can be decoded; Next would answer any other with 500. */
function isReadable(url: string): boolean {
	try {
		decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "");
		return true;
	} catch {
		return false;
	}
}

async function drain(servers: readonly Server[], open: ReadonlySet<Exchange>): Promise<void> {
	const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	// `server.close` leaves open a connection that becomes idle after it, so idle ones are closed until the end.
	const sweep = setInterval(() => {
		for (const server of servers) server.closeIdleConnections();
	}, SWEEP_MS);
	// An event stream never ends by itself; the browser reconnects to the next instance.
	for (const { request, response } of open)
		if (request.headers.accept?.includes("text/event-stream")) response.destroy();
	const limit = setTimeout(() => {
		for (const server of servers) server.closeAllConnections();
	}, DRAIN_MS);
	await closed;
	clearInterval(sweep);
	clearTimeout(limit);
}
