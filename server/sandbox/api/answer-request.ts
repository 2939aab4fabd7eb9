/** Handles one request at `/api/`: logs it, checks the keys, chooses a fault, executes the request once, logs the answer, sends it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Authenticate } from "#server/sandbox/api/authentication.ts";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import { type Call, type Endpoint, findEndpoint } from "#server/sandbox/api/endpoints.ts";
import { type Answer, problem, type Sent, sendJson, sendReset } from "#server/sandbox/api/exchange.ts";
import { recordAnswer, recordArrival } from "#server/sandbox/api/request-log.ts";
import type { Exchange } from "#server/sandbox/faults/define-fault.ts";
import { takeFault } from "#server/sandbox/faults/fault-store.ts";
import { FAULTS, type FaultCall } from "#server/sandbox/faults/fault-table.ts";
import { listWallets } from "#server/sandbox/ledger/wallets.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import { type PayoutPlan, planPayout } from "#server/sandbox/transactions/outcomes.ts";
import { findAnotherTransaction } from "#server/sandbox/transactions/read-transaction.ts";
import { parsePayout } from "#server/sandbox/transactions/request-body.ts";
import { toWireDeposit, toWirePayout } from "#server/sandbox/transactions/wire-answers.ts";

export interface ApiContext {
	sandbox: Sandbox;
	authenticate: Authenticate;
	stopping: AbortSignal;
}

// A payout with generous metadata is 2 KB.
const MAX_BODY_BYTES = 64_000;

export async function answerRequest(
	api: ApiContext,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	body: string,
): Promise<Response> {
	const { sandbox } = api;
	const target = incoming.url ?? "";
	const found = findEndpoint(target.split("?")[0] ?? "");
	const method = incoming.method ?? "GET";
	const arrived = { method, path: target, endpoint: found?.endpoint.id ?? null, headers: incoming.headers, body };
	const id = await recordArrival(sandbox.database, arrived);

	let reference: string | null = null;
	let fault: FaultCall | null = null;
	const unauthenticated = api.authenticate(incoming.headers);
	let sent: Sent;
	if (!found) sent = sendJson(unauthenticated ?? problem(404, "not_found", "No such path."));
	else if (found.endpoint.method !== method) sent = sendJson(unauthenticated ?? wrongMethod(found.endpoint));
	else {
		const refusal = unauthenticated ?? refuse(incoming, body);
		const call: Call = { subject: found.subject, body, plan: planFor(sandbox, found.endpoint.id, body) };
		fault =
			(await takeFault(sandbox.database, found.endpoint.id, arrived)) ?? (refusal ? null : (call.plan.fault ?? null));
		const perform = async (): Promise<Answer> => {
			const answer = refusal ?? (await found.endpoint.run(sandbox, call));
			reference = referenceIn(answer.body) ?? (found.subject || null);
			return answer;
		};
		sent = fault
			? await applyFault(api, found.endpoint, call, outgoing, fault, perform)
			: sendJson(packed(await perform(), incoming));
	}
	const { state, status } = sent;
	await recordAnswer(sandbox.database, id, { state, status, fault: fault?.fault ?? null, reference });
	return sent.respond();
}

/** Compresses the list of movements. Assumption: the specification shows no compression; a client that asks for none gets none. */
function packed(answer: Answer, { headers }: IncomingMessage): Answer {
	if (!(answer.body instanceof ReadableStream) || !/\bgzip\b/.test(headers["accept-encoding"] ?? "")) return answer;
	const body = answer.body.pipeThrough(new CompressionStream("gzip"));
	return { ...answer, body, headers: { ...answer.headers, "content-encoding": "gzip" } };
}

function wrongMethod({ method }: Endpoint): Answer {
	return { ...problem(405, "method_not_allowed", `Use ${method}.`), headers: { allow: method } };
}

/** Refuses a wrong content type or size; returns null when both are right. Assumption: 415 where the header is wrong. */
function refuse({ headers }: IncomingMessage, body: string): Answer | null {
	if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? ""))
		return problem(415, "unsupported_media_type", "The header Content-Type must be application/json.");
	if (Buffer.byteLength(body) > MAX_BODY_BYTES) return problem(413, "too_large", "The body is too large.");
	return null;
}

function planFor(sandbox: Sandbox, endpoint: EndpointId, body: string): PayoutPlan {
	const parsed = endpoint === "payout" ? parsePayout(body) : null;
	if (!parsed || !("request" in parsed)) return { result: "success", delayMs: 0 };
	return planPayout(parsed.request.phoneNumber, { on: sandbox.control.autopilot(), random: sandbox.random });
}

async function applyFault(
	api: ApiContext,
	endpoint: Endpoint,
	call: Call,
	outgoing: ServerResponse,
	{ fault, params }: FaultCall,
	perform: () => Promise<Answer>,
): Promise<Sent> {
	const { sandbox } = api;
	let own: string | null = call.subject || null;
	const exchange: Exchange = {
		endpoint: endpoint.id,
		outgoing,
		publicUrl: sandbox.publicUrl,
		random: sandbox.random,
		now: sandbox.control.now,
		async perform() {
			const answer = await perform();
			const whole = answer.body instanceof ReadableStream ? await new Response(answer.body).json() : answer.body;
			own = referenceIn(whole) ?? own;
			return { ...answer, body: whole };
		},
		foreign: () => findForeign(sandbox, endpoint, own),
		sleep: (ms) => sleep(ms, undefined, { signal: api.stopping }),
	};
	try {
		return await FAULTS[fault].run(exchange, params);
	} catch (error) {
		if (api.stopping.aborted) return sendReset(outgoing);
		throw error;
	}
}

/** Returns what the endpoint says about another transaction or wallet, for the fault that answers about the wrong subject. */
async function findForeign(
	sandbox: Sandbox,
	{ id: endpoint, run }: Endpoint,
	own: string | null,
): ReturnType<Exchange["foreign"]> {
	const read = async (subject: string) =>
		(await run(sandbox, { subject, body: "", plan: { result: "success", delayMs: 0 } })).body;
	if (endpoint === "balance") {
		const other = (await listWallets(sandbox.database)).find((wallet) => wallet.currency !== own);
		return other ? { body: await read(other.currency), reference: other.reference } : null;
	}
	const kind = endpoint === "payin" ? "deposit" : endpoint === "payout" ? "withdrawal" : undefined;
	const row = await findAnotherTransaction(sandbox.database, { reference: own, ...(kind ? { kind } : {}) });
	if (!row) return null;
	if (endpoint === "payin") return { body: toWireDeposit(row, sandbox.publicUrl), reference: row.reference };
	if (endpoint === "payout") return { body: toWirePayout(row), reference: row.reference };
	return { body: await read(row.reference), reference: row.reference };
}

function referenceIn(body: unknown): string | null {
	if (typeof body !== "object" || body === null || !("reference" in body)) return null;
	return typeof body.reference === "string" ? body.reference : null;
}
