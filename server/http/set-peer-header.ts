/** Writes the peer's address into each request's headers, in place of a client's value: Next hides the socket from route handlers. */
import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { PEER_HEADER } from "#server/http/headers/internal-headers.ts";

export function setPeerHeader(): void {
	subscribe("http.server.request.start", (message) => {
		const request = typeof message === "object" && message && "request" in message ? message.request : null;
		if (request instanceof IncomingMessage) request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
	});
}
