import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { FieldErrors } from "#server/sandbox/transactions/request-body.ts";

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** A JSON value; for the list of movements, a stream of JSON text. */
	body: unknown;
}

/** Assumption: the specification shows no error body. Ours has a sentence, a code, and faults by field. */
export function problem(status: number, code: string, detail: string, errors?: FieldErrors): Answer {
	return { status, body: { detail, code, ...(errors ? { errors } : {}) } };
}

/** The outcome for the request log, and the function that sends the answer. `broken`: a fault makes the answer incomplete or absent. */
export interface Sent {
	/** Called once, after the outcome is in the log: only then is a byte sent or the connection cut. */
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

export function sendReset(outgoing: ServerResponse): Sent {
	const respond = () => {
		outgoing.socket?.resetAndDestroy();
		return RESPONSE_ALREADY_SENT;
	};
	return { respond, state: "broken", status: null };
}

/** Sends nothing and leaves the connection open until the client gives up or the sandbox stops. */
export function sendNothing(): Sent {
	return { respond: () => RESPONSE_ALREADY_SENT, state: "broken", status: null };
}

/** Sends headers and the first bytes of the body, then stays silent (`hang`) or closes the connection (`reset`). */
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
