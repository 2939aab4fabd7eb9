/** Faults of connection and HTTP: delays, broken connections, status codes, redirects. */
import { z } from "zod";
import {
	type Answer,
	problem,
	sendJson,
	sendNothing,
	sendPart,
	sendReset,
	sendText,
} from "#server/sandbox/api/exchange.ts";
import { defineFault, NO_PARAMS } from "#server/sandbox/faults/define-fault.ts";

const milliseconds = z.number().int().min(0).max(3_600_000);
const statusCode = z.number().int().min(200).max(599);
const keepBytes = z.number().int().min(0).max(1_000_000);
const errorParams = z.strictObject({
	status: statusCode.default(500),
	retryAfterSeconds: z.number().int().min(0).max(86_400).optional(),
	detail: z.string().max(1_000).optional(),
});

export const transportFaults = {
	slow: defineFault({
		summary: "Does it at once, answers `ms` after the request, or when it is done if that takes longer.",
		params: z.strictObject({ ms: milliseconds.default(3_000) }),
		async run(exchange, { ms }) {
			const began = performance.now();
			const answer = await exchange.perform();
			await exchange.sleep(Math.max(0, ms - (performance.now() - began)));
			return sendJson(answer);
		},
	}),
	"hang-before-headers": defineFault({
		summary: "Never answers; does it first only with `done`.",
		params: z.strictObject({ done: z.boolean().default(false) }),
		async run(exchange, { done }) {
			if (done) await exchange.perform();
			return sendNothing();
		},
	}),
	"hang-in-body": defineFault({
		summary: "Does it, sends headers and the first `keepBytes`, then nothing more.",
		params: z.strictObject({ keepBytes: keepBytes.default(20) }),
		run: async (exchange, params) => sendPart(exchange.outgoing, await exchange.perform(), params.keepBytes, "hang"),
	}),
	"reset-before": defineFault({
		summary: "Cuts the connection without doing it.",
		params: NO_PARAMS,
		run: async (exchange) => sendReset(exchange.outgoing),
	}),
	"reset-after": defineFault({
		summary: "Does it, then cuts the connection before a byte of the answer.",
		params: NO_PARAMS,
		async run(exchange) {
			await exchange.perform();
			return sendReset(exchange.outgoing);
		},
	}),
	"reset-in-body": defineFault({
		summary: "Does it, sends headers and the first `keepBytes`, then cuts the connection.",
		params: z.strictObject({ keepBytes: keepBytes.default(60) }),
		run: async (exchange, params) => sendPart(exchange.outgoing, await exchange.perform(), params.keepBytes, "reset"),
	}),
	"error-before": defineFault({
		summary: "Answers `status` without doing it; with `retryAfterSeconds` as Retry-After and `detail` as its words.",
		params: errorParams,
		run: async (_exchange, params) => sendJson(errorAnswer(params)),
	}),
	"error-after": defineFault({
		summary: "Does it, then answers `status`.",
		params: errorParams,
		async run(exchange, params) {
			await exchange.perform();
			return sendJson(errorAnswer(params));
		},
	}),
	redirect: defineFault({
		summary: "Answers 301, 302, 303, 307 or 308 to `location` without doing it.",
		params: z.strictObject({
			status: z.union([301, 302, 303, 307, 308].map((code) => z.literal(code))).default(302),
			location: z.url().optional(),
		}),
		run: async (exchange, params) =>
			sendText(params.status, null, null, { location: params.location ?? `${exchange.publicUrl}/api/v1/elsewhere/` }),
	}),
	"refuse-keys": defineFault({
		summary: "Refuses right keys with 401, or 403 by `status`.",
		params: z.strictObject({ status: z.union([z.literal(401), z.literal(403)]).default(401) }),
		run: async (_exchange, { status }) => sendJson(problem(status, "keys_refused", "These keys are not accepted.")),
	}),
	down: defineFault({
		summary: "Everything is away: 503 without doing anything, or a cut connection with `as: reset`.",
		params: z.strictObject({ as: z.enum(["503", "reset"]).default("503") }),
		run: async (exchange, params) =>
			params.as === "reset" ? sendReset(exchange.outgoing) : sendJson(errorAnswer({ status: 503 })),
	}),
	flap: defineFault({
		summary: "Answers 503 without doing it to `percent` of the requests, the truth to the others.",
		params: z.strictObject({ percent: z.number().min(0).max(100).default(30) }),
		run: async (exchange, { percent }) =>
			sendJson(exchange.random() * 100 < percent ? errorAnswer({ status: 503 }) : await exchange.perform()),
	}),
};

function errorAnswer({ status, detail, retryAfterSeconds: seconds }: z.output<typeof errorParams>): Answer {
	const answer = problem(status, "fault", detail ?? `The sandbox was set to answer ${status}.`);
	return seconds === undefined ? answer : { ...answer, headers: { "retry-after": String(seconds) } };
}
