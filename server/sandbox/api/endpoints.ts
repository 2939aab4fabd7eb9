/** The seven endpoints of the interface: method, path and action. Paths are below `/api/v1`. */
import { ReadableStream } from "node:stream/web";
import { CURRENCY_PATTERN, REFERENCE_PATTERN } from "#lib/paths.ts";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import { type Answer, problem } from "#server/sandbox/api/exchange.ts";
import { findWallet, type Wallet } from "#server/sandbox/ledger/wallets.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";
import type { PayoutPlan } from "#server/sandbox/transactions/outcomes.ts";
import { findTransaction, readHistory } from "#server/sandbox/transactions/read-transaction.ts";
import {
	type ParsedBody,
	parsePayin,
	parsePayout,
	type StartRequest,
} from "#server/sandbox/transactions/request-body.ts";
import { createDeposit, createPayout } from "#server/sandbox/transactions/start-transaction.ts";
import {
	type TransactionRow,
	toWireDeposit,
	toWireDetail,
	toWireMovement,
	toWirePayout,
	toWireStatus,
	toWireWallet,
} from "#server/sandbox/transactions/wire-answers.ts";

export interface Call {
	/** Reference or currency of the path; "" for the two POSTs. */
	subject: string;
	body: string;
	plan: PayoutPlan;
}

export interface Endpoint {
	id: EndpointId;
	method: "GET" | "POST";
	path: RegExp;
	run(sandbox: Sandbox, call: Call): Promise<Answer>;
}

const ENDPOINTS: readonly Endpoint[] = [
	{ id: "payin", method: "POST", path: /^\/transactions\/payin\/()$/, run: startDeposit },
	{ id: "payout", method: "POST", path: /^\/transactions\/payout\/()$/, run: startPayout },
	{ id: "detail", method: "GET", path: /^\/transactions\/detail\/([^/]+)\/$/, run: readDetail },
	{ id: "history", method: "GET", path: /^\/transactions\/history\/([^/]+)\/$/, run: readDetail },
	{ id: "status", method: "GET", path: /^\/transactions\/status\/([^/]+)\/$/, run: readStatus },
	{ id: "balance", method: "GET", path: /^\/wallets\/fiat\/([^/]+)\/$/, run: readBalance },
	{ id: "movements", method: "GET", path: /^\/wallets\/fiat\/([^/]+)\/movements\/$/, run: readMovements },
];

/** Returns null for an unknown path. `path` has no query string. */
export function findEndpoint(path: string): { endpoint: Endpoint; subject: string } | null {
	if (!path.startsWith("/api/v1/")) return null;
	for (const endpoint of ENDPOINTS) {
		const match = endpoint.path.exec(path.slice("/api/v1".length));
		if (match) return { endpoint, subject: match[1] ?? "" };
	}
	return null;
}

async function startDeposit(sandbox: Sandbox, call: Call): Promise<Answer> {
	return withRequest(sandbox, parsePayin(call.body), async (request) => {
		const row = await createDeposit(sandbox, request);
		return { status: 201, body: toWireDeposit(row, sandbox.publicUrl) };
	});
}

async function startPayout(sandbox: Sandbox, call: Call): Promise<Answer> {
	return withRequest(sandbox, parsePayout(call.body), async (request) => {
		const row = await createPayout(sandbox, request, call.plan);
		if (row) return { status: 201, body: toWirePayout(row) };
		const message = "The wallet does not hold this amount and its fee.";
		return problem(400, "wallet_out_of_funds", message, { amount: [message] });
	});
}

async function withRequest(
	sandbox: Sandbox,
	parsed: ParsedBody,
	start: (request: StartRequest) => Promise<Answer>,
): Promise<Answer> {
	if ("notJson" in parsed) return problem(400, "invalid_json", parsed.notJson);
	if ("errors" in parsed)
		return problem(400, "invalid_request", "Some fields are not as they should be.", parsed.errors);
	if (await findWallet(sandbox.database, parsed.request.currency)) return start(parsed.request);
	const message = "There is no wallet in this currency.";
	return problem(400, "invalid_request", message, { currency: [message] });
}

async function readDetail(sandbox: Sandbox, call: Call): Promise<Answer> {
	return withTransaction(sandbox, call, async (row) =>
		toWireDetail(row, await readHistory(sandbox.database, row.reference)),
	);
}

async function readStatus(sandbox: Sandbox, call: Call): Promise<Answer> {
	return withTransaction(sandbox, call, async (row) => toWireStatus(row));
}

async function readBalance(sandbox: Sandbox, call: Call): Promise<Answer> {
	return withWallet(sandbox, call, toWireWallet);
}

async function readMovements(sandbox: Sandbox, call: Call): Promise<Answer> {
	return withWallet(sandbox, call, ({ currency }) =>
		ReadableStream.from(movementBytes(sandbox.database, currency, sandbox.control.now())),
	);
}

async function withWallet(sandbox: Sandbox, call: Call, render: (wallet: Wallet) => unknown): Promise<Answer> {
	const wallet = CURRENCY_PATTERN.test(call.subject) ? await findWallet(sandbox.database, call.subject) : null;
	return wallet ? { status: 200, body: render(wallet) } : notFound("wallet");
}

async function withTransaction(
	sandbox: Sandbox,
	call: Call,
	render: (row: TransactionRow) => Promise<unknown>,
): Promise<Answer> {
	const row = REFERENCE_PATTERN.test(call.subject) ? await findTransaction(sandbox.database, call.subject) : null;
	return row ? { status: 200, body: await render(row) } : notFound("transaction");
}

function notFound(what: string): Answer {
	return problem(404, "not_found", `No such ${what}.`);
}

// One piece is about 700 KB of JSON: large enough for few queries, small enough for little memory.
const LINES_A_PIECE = 5_000;

/** Yields the newest line first. Assumption: the specification shows neither ordering nor paging; one answer contains all lines. */
async function* movementBytes(database: SandboxDatabase, currency: string, now: Date): AsyncGenerator<Uint8Array> {
	const encoder = new TextEncoder();
	let after: { at: Date; id: string } | null = null;
	let opening = "[";
	while (true) {
		const rows = await readPage(database, currency, now, after);
		const last = rows.at(-1);
		if (!last) break;
		yield encoder.encode(opening + rows.map((row) => JSON.stringify(toWireMovement(row))).join(","));
		opening = ",";
		if (rows.length < LINES_A_PIECE) break;
		after = { at: last.created_at, id: last.id };
	}
	yield encoder.encode(opening === "[" ? "[]" : "]");
}

async function readPage(
	database: SandboxDatabase,
	currency: string,
	now: Date,
	after: { at: Date; id: string } | null,
) {
	let query = database
		.selectFrom("movement")
		.selectAll()
		.where("currency", "=", currency)
		.where((of) => of.or([of("shown_from", "is", null), of("shown_from", "<=", now)]));
	if (after)
		query = query.where((where) => where(where.refTuple("created_at", "id"), "<", where.tuple(after.at, after.id)));
	return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(LINES_A_PIECE).execute();
}
