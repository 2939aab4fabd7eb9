/** How sockets towards the service are opened: TCP and TLS with a time limit each, HTTP/1.1 alone. */
import { buildConnector } from "undici";
import type { MayStillSend } from "#server/momo/service.ts";

export interface ConnectLimits {
	connectMs: number;
	tlsMs: number;
}

/** Both stages must end before undici sees a socket, so an error from here means that nothing was written. */
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

/** The code of what this connector says instead of handing over a socket that came too late. */
const TOO_LATE = "CAURI_TOO_LATE";

/** A connector for one request: tells when it connected, and refuses to connect a second time. */
export function singleUseConnector(
	connect: buildConnector.connector,
	mayStillSend: MayStillSend,
	onConnected: () => void,
): buildConnector.connector {
	let used = false;
	return (options, callback) => {
		// undici may take a request up again on a new socket when the first one ends in certain ways; a payment may not.
		if (used) return callback(new Error("a second connection for one request"), null);
		used = true;
		connect(options, (...result) => {
			if (result[0] !== null) return callback(...result);
			// The machine may have slept since the request was made: nothing but this line stands before the first byte.
			if (!mayStillSend()) {
				result[1].destroy();
				return callback(Object.assign(new Error("the connection came too late"), { code: TOO_LATE }), null);
			}
			onConnected();
			callback(...result);
		});
	};
}
