import { buildConnector } from "undici";
import type { MayStillSend } from "#server/momo/service.ts";

export interface ConnectLimits {
	connectMs: number;
	tlsMs: number;
}

/** TCP and TLS are connected before undici gets the socket, so an error of this connector means that nothing was written. */
export function stagedConnector(limits: ConnectLimits): buildConnector.connector {
	const connectTcp = buildConnector({ timeout: limits.connectMs, allowH2: false });
	const connectTls = buildConnector({ timeout: limits.tlsMs, allowH2: false });
	return (options, callback) => {
		if (options.protocol !== "https:") return connectTcp(options, callback);
		connectTcp({ ...options, protocol: "http:", port: options.port || "443" }, (...result) => {
			if (result[0] !== null) return callback(...result);
			connectTls({ ...options, httpSocket: result[1] }, callback);
		});
	};
}

const TOO_LATE = "CAURI_TOO_LATE";

export function singleUseConnector(
	connect: buildConnector.connector,
	mayStillSend: MayStillSend,
	onConnected: () => void,
): buildConnector.connector {
	let used = false;
	return (options, callback) => {
		// undici may retry a request on a new socket after certain failures; a payment must not be sent again.
		if (used) return callback(new Error("a second connection for one request"), null);
		used = true;
		connect(options, (...result) => {
			if (result[0] !== null) return callback(...result);
			// The machine may have slept since the request was made: this is the last check before the first byte.
			// guard: time-is-asked-at-the-socket
			if (!mayStillSend()) {
				result[1].destroy();
				return callback(Object.assign(new Error("the connection came too late"), { code: TOO_LATE }), null);
			}
			onConnected();
			callback(...result);
		});
	};
}
