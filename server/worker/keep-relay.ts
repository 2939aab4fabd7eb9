/** Keeps the relay's socket open for the web program, as long as this worker lives. A worker without one still pays. */
import { randomBytes } from "node:crypto";
import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { answerRelay } from "#server/momo/relay/answer-relay.ts";
import type { TransportLimits } from "#server/momo/transport.ts";
import { repeat } from "#server/worker/repeat.ts";

export interface KeptRelay {
	/** Answers what was asked, and opens no more. */
	close(): Promise<void>;
}

type RelayConfig = Pick<Config, "momoBaseUrl" | "momoKeys" | "relay" | "readsPerSecond">;

const LOOK_MS = 2_000;
/** A web program opens sixteen. */
const CONNECTIONS = 64;

/** Null: this worker has nobody to ask for. A socket that cannot be opened is tried again. */
export async function keepRelay(
	config: RelayConfig,
	log: Log,
	limits?: Partial<TransportLimits>,
): Promise<KeptRelay | null> {
	const { momoKeys: keys, relay } = config;
	if (!keys || !relay) return null;
	const answers = answerRelay({ ...config, keys, token: relay.token }, log, limits);
	let open: OpenSocket | null = null;
	// Of several workers the one that lives answers; a name that a killed one left is taken over.
	const look = async () => {
		if (await isAnswered(relay.path)) return;
		await open?.close();
		open = null;
		open = await openSocket(createServer(answers.listener), relay.path);
		log.info({ event: "relay_open" });
	};
	await look().catch((err: unknown) => log.error({ event: "relay_not_open", err }));
	const looks = repeat(log, "relay", LOOK_MS, look);
	return {
		async close() {
			await looks.stop();
			await open?.close();
			await answers.close();
		},
	};
}

function isAnswered(path: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(path);
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}

interface OpenSocket {
	close(): Promise<void>;
}

/** For this account alone from its first moment, and under its name only when it listens. */
async function openSocket(server: Server, path: string): Promise<OpenSocket> {
	server.maxConnections = CONNECTIONS;
	const first = `${path}.${randomBytes(4).toString("hex")}`;
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(first, resolve);
	});
	chmodSync(first, 0o600);
	renameSync(first, path);
	const { ino } = statSync(path);
	return {
		async close() {
			// Another worker may have taken the name over.
			if (statSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
