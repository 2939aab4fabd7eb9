/** `/metrics` at a port of its own, for whoever stands on this machine: no token, and no way there from the network. */
import { createServer, type Server } from "node:http";
import { readMetrics } from "#server/http/metrics.ts";

export async function serveMetrics(port: number): Promise<Server> {
	const server = createServer((request, response) => {
		response.setHeader("x-content-type-options", "nosniff");
		if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
		void readMetrics().then(
			({ text, contentType }) => response.writeHead(200, { "content-type": contentType }).end(text),
			() => response.writeHead(500).end(),
		);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	// It keeps nobody alive: the desk itself ends the program.
	server.unref();
	return server;
}
