import { createServer, type Server, type ServerResponse } from "node:http";
import type { SystemContext } from "#server/context.ts";
import { isLoopback } from "#server/environment/network-faults.ts";
import { openPort } from "#server/environment/open-port.ts";
import { workerMetrics } from "#server/worker/metrics.ts";

/** A worker writes a heartbeat every 5 s. When the last one is older than this, the worker is not ready. */
const SILENT_MS = 20_000;
const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

interface Health {
	system: Pick<SystemContext, "database" | "config" | "service">;
	host: string;
	port: number;
	lastHeartbeat(): number | null;
}

/** Resolves with a server for each address when the port is open; rejects when it is taken. */
export async function serveHealth(health: Health): Promise<[Server, ...Server[]]> {
	const servers = await openPort(health.host, health.port, () =>
		createServer((request, response) => {
			void answer(health, request.url ?? "", request.headers.authorization ?? null, response).catch(() =>
				response.destroy(),
			);
		}),
	);
	// The jobs must keep the process alive, not this server.
	for (const server of servers) server.unref();
	return servers;
}

async function answer(
	{ system, host, lastHeartbeat }: Health,
	url: string,
	authorization: string | null,
	response: ServerResponse,
): Promise<void> {
	if (url === "/healthz") return end(response, 200, { status: "ok" });
	if (url === "/readyz") {
		const at = lastHeartbeat();
		const isReady = at !== null && performance.now() - at < SILENT_MS;
		return end(response, isReady ? 200 : 503, { status: isReady ? "ready" : "not ready" });
	}
	if (url !== "/metrics") return end(response, 404, { status: "not found" });
	const { metricsToken } = system.config;
	// Without a token only this machine may read the figures, as in the web program.
	if (metricsToken ? !metricsToken.isShownBy(authorization) : !isLoopback(host))
		return end(response, 401, { status: "unauthenticated" });
	const { text, contentType } = await workerMetrics(system);
	response.writeHead(200, { ...HEADERS, "content-type": contentType }).end(text);
}

function end(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { ...HEADERS, "content-type": "application/json" }).end(JSON.stringify(body));
}
