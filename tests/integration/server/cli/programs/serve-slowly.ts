/** The web program's server, before a page that answers when a file appears and a stream that never ends. */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { serveWeb } from "#server/cli/web/web-server.ts";

const [port = "0", signalFile = "", scheme = "http", behind = ""] = process.argv.slice(2);

await serveWeb({
	async handle(request, response) {
		if (request.url === "/stream") {
			response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
			return;
		}
		process.stdout.write(`asked ${request.url}\n`);
		while (request.url === "/slow" && !existsSync(signalFile)) await pause(20);
		response.end("whole");
	},
	close: () => Promise.resolve(),
	isBehindBalancer: behind === "balancer",
	host: "127.0.0.1",
	port: Number(port),
	https: scheme === "https",
});
process.stdout.write("listening\n");
