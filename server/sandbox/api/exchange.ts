/** One request at the seven endpoints, and every way, fair or foul, to answer it. */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { FieldErrors } from "#server/sandbox/transactions/request-body.ts";

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** JSON value, or text that comes in pieces (the movements). */
	body: unknown;
}

/** Assumption: the specification shows no error body. Ours: a sentence, a code, and the faults by field. */
export function problem(status: number, code: string, detail: string, errors?: FieldErrors): Answer {
	return { status, body: { detail, code, ...(errors ? { errors } : {}) } };
}

/** How an answer ended, for the request log: `broken` when no complete answer was given on purpose. */
export interface Sent {
	/** Called once, after the log knows the outcome: only then does a byte leave or the line break. */
	respond(): Response;
	state: "answered" | "broken";
	status: number | null;
}

export function sendJson(answer: Answer): Sent {
	const body = answer.body instanceof ReadableStream ? answer.body : JSON.stringify(answer.body);
	return sendText(answer.status, "application/json", body, answer.headers);
}

export function sendText(
	status: number,
	contentType: string | null,
	body: string | ReadableStream | null,
	headers: Record<string, string> = {},
): Sent {
	const all = { ...headers, ...(contentType ? { "content-type": contentType } : {}) };
	return { respond: () => new Response(body, { status, headers: all }), state: "answered", status };
}

/** The connection is cut with RST: no byte of an answer. */
export function sendReset(outgoing: ServerResponse): Sent {
	const respond = () => {
		outgoing.socket?.resetAndDestroy();
		return RESPONSE_ALREADY_SENT;
	};
	return { respond, state: "broken", status: null };
}

/** Silence until the client gives up or the sandbox stops. */
export function sendNothing(): Sent {
	return { respond: () => RESPONSE_ALREADY_SENT, state: "broken", status: null };
}

/** Headers and the first bytes, then silence (`hang`) or a cut connection (`reset`). The promised length is never reached. */
export function sendPart(outgoing: ServerResponse, answer: Answer, bytes: number, then: "hang" | "reset"): Sent {
	const text = JSON.stringify(answer.body);
	const respond = () => {
		const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
		outgoing.writeHead(answer.status, headers);
		outgoing.write(text.slice(0, Math.min(bytes, text.length - 1)), () => {
			if (then === "reset") outgoing.socket?.destroy();
		});
		return RESPONSE_ALREADY_SENT;
	};
	return { respond, state: "broken", status: answer.status };
}
