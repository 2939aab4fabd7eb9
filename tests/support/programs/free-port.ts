/** Finds a free port below the ephemeral range, so that no outgoing connection takes it before the program starts. */
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

/** Checks every address, because the web program listens on all. */
function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, () => server.close(() => resolve(true)));
	});
}
