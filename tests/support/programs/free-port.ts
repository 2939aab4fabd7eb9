/** A port that nobody listens on, below those that outgoing connections take: nobody sits there until its program starts. */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const TRIES = 100;

export async function freePort(): Promise<number> {
	for (let tries = 0; tries < TRIES; tries += 1) {
		const port = randomInt(20_000, 32_000);
		if (await isFree(port)) return port;
	}
	throw new Error("no free port between 20000 and 32000");
}

/** On every address, as the web program listens. */
function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, () => server.close(() => resolve(true)));
	});
}
