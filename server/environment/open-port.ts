import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, createServer } from "node:net";

/**
 * Opens the port at the host; `localhost` means 127.0.0.1 and, where the machine has it, ::1, each with a server of its own. Port 0:
 * any free one. Rejects when the port is taken.
 */
export async function openPort(host: string, port: number, create: () => Server): Promise<[Server, ...Server[]]> {
	if (host !== "localhost") return [await open(create(), host, port)];
	const first = await open(create(), "127.0.0.1", port);
	const { port: same } = first.address() as AddressInfo;
	const second = await open(create(), "::1", same).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "EADDRINUSE") throw error;
	});
	return second ? [first, second] : [first];
}

async function open(server: Server, host: string, port: number): Promise<Server> {
	await once(server.listen(port, host), "listening");
	return server;
}

/** Returns why this program cannot open the port at the address, such as EADDRINUSE; null when it can. */
export async function portFault(port: number, host: string): Promise<string | null> {
	const server = createServer();
	const listening = once(server.listen({ port, host, ipv6Only: host.includes(":") }), "listening");
	const fault = await listening.then(
		() => null,
		({ code }: NodeJS.ErrnoException) => code ?? "unknown",
	);
	await new Promise((resolve) => server.close(resolve));
	return fault;
}
