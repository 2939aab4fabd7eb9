/** Faults in an answer's content: invalid JSON, or another, contradictory or unexpected body. The request is still executed. */
import { z } from "zod";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import { type Sent, sendJson, sendText } from "#server/sandbox/api/exchange.ts";
import { defineFault, type Exchange, NO_PARAMS } from "#server/sandbox/faults/define-fault.ts";

const POSTS: readonly EndpointId[] = ["payin", "payout"];
const READS: readonly EndpointId[] = ["detail", "history", "status"];
const WITH_STATUS = [...POSTS, ...READS];
const okStatus = z.number().int().min(200).max(299).default(200);
const statusText = z.string().max(200);

export const answerFaults = {
	"empty-body": defineFault({
		summary: "2xx without a body.",
		params: z.strictObject({ status: okStatus }),
		async run(exchange, { status }) {
			await exchange.perform();
			return sendText(status, "application/json", status === 204 || status === 205 ? null : "");
		},
	}),
	html: defineFault({
		summary: "2xx with a page of HTML, as a proxy in between would send.",
		params: z.strictObject({ status: okStatus }),
		async run(exchange, { status }) {
			await exchange.perform();
			return sendText(status, "text/html; charset=utf-8", "<!doctype html><title>Welcome</title><h1>Welcome</h1>");
		},
	}),
	"wrong-content-type": defineFault({
		summary: "The true JSON under another `contentType`.",
		params: z.strictObject({ contentType: z.string().max(100).default("text/plain") }),
		async run(exchange, { contentType }) {
			const answer = await exchange.perform();
			return sendText(answer.status, contentType, JSON.stringify(answer.body));
		},
	}),
	"cut-json": defineFault({
		summary: "A complete HTTP answer whose JSON ends after `keepBytes`.",
		params: z.strictObject({ keepBytes: z.number().int().min(0).default(60) }),
		async run(exchange, { keepBytes }) {
			const answer = await exchange.perform();
			const text = JSON.stringify(answer.body);
			return sendText(answer.status, "application/json", text.slice(0, Math.min(keepBytes, text.length - 1)));
		},
	}),
	"no-reference": defineFault({
		summary: "The field `reference` is not there.",
		at: WITH_STATUS,
		params: NO_PARAMS,
		run: (exchange) => changed(exchange, ({ reference: _, ...rest }) => rest),
	}),
	"same-reference": defineFault({
		summary: "The reference of the transaction before.",
		at: WITH_STATUS,
		params: NO_PARAMS,
		run: (exchange) =>
			changed(exchange, async (body) => ({
				...body,
				reference: (await exchange.foreign())?.reference ?? body.reference,
			})),
	}),
	"foreign-answer": defineFault({
		summary: "The whole answer of somebody else’s transaction or wallet.",
		at: [...WITH_STATUS, "balance"],
		params: NO_PARAMS,
		run: (exchange) => changed(exchange, async (body) => (await exchange.foreign())?.body ?? body),
	}),
	"unknown-status": defineFault({
		summary: "`status` is a word nobody knows, also in the newest entry of the history.",
		at: WITH_STATUS,
		params: z.strictObject({ status: statusText.default("in_limbo") }),
		run: (exchange, { status }) =>
			changed(exchange, (body) => ({
				...withStatus(body, status),
				...withHistory(body, (entries) =>
					entries.map((entry, index) => (index === entries.length - 1 ? { ...entry, status } : entry)),
				),
			})),
	}),
	"taken-back": defineFault({
		summary: "What was `success` is returned as `status` again (default `failed`).",
		at: WITH_STATUS,
		params: z.strictObject({ status: statusText.default("failed") }),
		run: (exchange, { status }) =>
			changed(exchange, (body) => {
				if (body.status !== "success") return body;
				const entry = { status, source: "operator", timestamp: exchange.now().toISOString() };
				return { ...withStatus(body, status), ...withHistory(body, (entries) => [...entries, entry]) };
			}),
	}),
	disagree: defineFault({
		summary: "This endpoint alone tells `status`; set it on one of detail, history and status.",
		at: READS,
		params: z.strictObject({ status: statusText.default("pending") }),
		run: (exchange, { status }) => changed(exchange, (body) => withStatus(body, status)),
	}),
	"history-unordered": defineFault({
		summary: "The entries of the history newest first.",
		at: ["detail", "history"],
		params: NO_PARAMS,
		run: (exchange) =>
			changed(exchange, (body) => ({ ...body, ...withHistory(body, (entries) => entries.toReversed()) })),
	}),
	"extra-fields": defineFault({
		summary: "Fields that the interface does not name.",
		params: NO_PARAMS,
		run: (exchange) =>
			changed(exchange, (body) => ({
				...body,
				fee: 12,
				links: { self: "https://example.invalid/" },
				__proto__x: { polluted: true },
			})),
	}),
	"hostile-text": defineFault({
		summary: "Markup, script and bidirectional marks in every text that carries no money and no identity.",
		params: NO_PARAMS,
		run: (exchange) => changed(exchange, hostile),
	}),
};

type Body = Record<string, unknown>;

/** Changes the body of the true answer. Refusals (not 2xx) and bodies that are not JSON objects stay as they are. */
async function changed(exchange: Exchange, change: (body: Body) => unknown): Promise<Sent> {
	const answer = await exchange.perform();
	const isObject = typeof answer.body === "object" && answer.body !== null && !Array.isArray(answer.body);
	if (answer.status >= 300 || !isObject) return sendJson(answer);
	return sendJson({ ...answer, body: await change(answer.body as Body) });
}

function withStatus(body: Body, status: string): Body {
	const processed = "processed_at" in body && status === "pending" ? { processed_at: null } : {};
	return { ...body, status, ...processed };
}

function withHistory(body: Body, change: (entries: Body[]) => Body[]): Body {
	return Array.isArray(body.history) ? { history: change(body.history as Body[]) } : {};
}

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>\u202Egnp.exe =1+1`;

function hostile(body: Body): Body {
	const texts = ["operator_name", "status", "opaque_id", "wallet_reference"].filter((name) => name in body);
	return {
		...body,
		...Object.fromEntries(texts.map((name) => [name, HOSTILE])),
		...withHistory(body, (entries) => entries.map((entry) => ({ ...entry, status: HOSTILE, source: HOSTILE }))),
	};
}
