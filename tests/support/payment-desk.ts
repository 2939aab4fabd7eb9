/** A desk for payment tests: PostgreSQL, the real client, and a scripted service that keeps a wallet's books. */

import { randomBytes } from "node:crypto";
import { beforeEach } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Role } from "#lib/roles.ts";
import type { ServiceOptions } from "#server/momo/client.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { TIMING, type Timing } from "#server/payment-records/send-timing.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";
import { type SendInput, sendPayment } from "#server/payments/send/send-payment.ts";
import type { Database } from "#server/store/database.ts";
import { fixedClock, people, person, systemContext, TEST_NOW, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import type { Respond, ScriptedRequest } from "#tests/support/service/scripted-service.ts";
import { servedClient } from "#tests/support/service/served-client.ts";

export const PAYOUT_INPUT = {
	amount: "45000",
	currency: "XOF",
	operator: "orange-money-ci",
	country: "CI",
	destination: "+2250701020304",
	metadata: { note: "Rent" },
};
let numbers = 0;

/** A payout to a number that no other payout of this process uses, so it is no duplicate. */
export function newPayout(changes: Partial<typeof PAYOUT_INPUT> = {}): typeof PAYOUT_INPUT {
	numbers += 1;
	return { ...PAYOUT_INPUT, destination: `+22507${String(numbers).padStart(8, "0")}`, ...changes };
}

export const DEPOSIT_INPUT = {
	amount: "12500",
	currency: "XOF",
	operator: "wave-ci",
	country: "CI",
	phoneNumber: "+2250701020305",
	note: "Order 17",
};

/** Short times for tests; the others are those of production. */
export const QUICK: Timing = { ...TIMING, recordForMs: 300, copyDelayMs: 0 };

type PostHandler = (respond: Respond, body: Record<string, unknown>, request: ScriptedRequest) => void | Promise<void>;

export interface Script {
	balance: string;
	/** The wallet's lines in the service's order. */
	movements: readonly WireMovement[];
	/** Time of the last balance change, as the service reports it. */
	updatedAt: string;
	post: PostHandler;
	/** Status and detail by reference; `null` answers 404. */
	words: Map<string, Record<string, unknown> | null>;
	details: Map<string, Record<string, unknown>>;
	/** The service's clock; null: the desk's clock. */
	now: (() => Date) | null;
	/** Runs before any other answer; returns true when it has answered. */
	instead: ((request: ScriptedRequest, respond: Respond) => boolean | Promise<boolean>) | null;
}

export type PaymentDesk = Awaited<ReturnType<typeof openPaymentDesk>>;

/** Call at the top of a test file. `script` is reset before each test. */
export async function openPaymentDesk(options: ServiceOptions = {}, clock = fixedClock()) {
	const { url, pool, database } = await createTestDatabase();
	const { scripted, client: service } = await servedClient(options, { now: () => script.now?.() ?? clock.now() });
	const config = testConfig({ MOMO_BASE_URL: scripted.baseUrl.href, DATABASE_URL: url });
	const system = systemContext({ database, service, clock, config });
	await addOperators(database);
	const { viewer, maker, approver, admin } = await people(system);
	const script = freshScript();
	serviceNow = () => clock.now();
	scripted.answer((request, respond) => play(script, request, respond));
	beforeEach(() => {
		Object.assign(script, freshScript());
		scripted.requests.length = 0;
	});
	const key = () => randomBytes(12).toString("hex");
	const row = (id: string) => database.selectFrom("payment").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	const requested = (input: Partial<typeof PAYOUT_INPUT> = {}) => requestPayout(maker, newPayout(input), key());
	const approved = async (input: Partial<typeof PAYOUT_INPUT> = {}) => {
		const { id, version } = await requested(input);
		return decidePayout(approver, { id, decision: "approve", version });
	};
	const deposit = (input: Partial<typeof DEPOSIT_INPUT> = {}) =>
		startDeposit(maker, { ...DEPOSIT_INPUT, ...input }, key());
	const read = ({ kind, id }: Payment) => readPayment(viewer, { kind, id });
	/** One attempt to send, by a worker with short timeouts. */
	const send = ({ id }: Pick<Payment, "id">, how: Partial<SendInput> = {}) =>
		sendPayment(system, { paymentId: id, workerId: "w", timing: QUICK, ...how });
	return {
		...{ url, pool, database, system, clock, scripted, script, viewer, maker, approver, admin },
		...{ key, row, requested, approved, deposit, read, send },
		person: (role: Role) => person(system, role),
		/** Requests, approves and sends a payment, and returns it. `answer`: the service's answer from now on. */
		async sent({
			kind = "payout",
			input,
			answer,
		}: {
			kind?: Payment["kind"];
			input?: object;
			answer?: PostHandler;
		} = {}) {
			if (answer) script.post = answer;
			const payment = kind === "payout" ? await approved(input) : await deposit(input);
			await send(payment);
			return read(payment);
		},
		says(payment: Payment, status: string, changes?: Record<string, unknown>) {
			script.words.set(payment.reference ?? "", statusFor(payment, status, changes));
		},
		lastEvent: async (payment: Payment) => (await read(payment)).history.at(-1),
		state: async (id: string) => (await row(id)).state,
		posts: () => scripted.requests.filter(({ method }) => method === "POST"),
		async jobs(name: string) {
			type Job = { payload: Record<string, string>; run_at: Date; delay_ms: number; key: string | null };
			const { rows } = await pool.query<Job>(
				`select payload, run_at, key, extract(epoch from run_at - jobs.created_at)::float8 * 1000 as delay_ms from graphile_worker._private_jobs as jobs
				join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where identifier = $1 order by jobs.id`,
				[name],
			);
			return rows;
		},
	};
}

async function addOperators(database: Database): Promise<void> {
	const shared = { country: "CI", currency: "XOF", prefixes: "[]", enabled: true };
	await database
		.insertInto("operator")
		.values([
			{ ...shared, code: "orange-money-ci", name: "Orange Money", flow: "otp", window_minutes: 10 },
			{ ...shared, code: "wave-ci", name: "Wave", flow: "payment_url", window_minutes: 30 },
			{ ...shared, code: "closed-ci", name: "Closed", flow: "ussd", window_minutes: 10, enabled: false },
		])
		.onConflict((conflict) =>
			conflict.column("code").doUpdateSet((of) => ({ window_minutes: of.ref("excluded.window_minutes") })),
		)
		.execute();
}

function freshScript(): Script {
	return {
		balance: "5000000.00",
		movements: [],
		updatedAt: "2026-03-10T08:59:00Z",
		post: accept(),
		words: new Map(),
		details: new Map(),
		now: null,
		instead: null,
	};
}

/** Clock of the desk opened last; its service dates with it. */
let serviceNow = () => TEST_NOW;

let references = 0;

export function newReference(): string {
	references += 1;
	return `TX-20260310-${process.pid}${references}`;
}

/** The service's answer to an accepted POST; `changes` replaces single fields. */
export function answerTo(
	body: Record<string, unknown>,
	changes: Record<string, unknown> = {},
): Record<string, unknown> {
	const isDeposit = body.phone_number !== undefined;
	return {
		reference: newReference(),
		opaque_id: body.opaque_id ?? "their-own-id",
		transaction_type: isDeposit ? "deposit" : "withdrawal",
		type: "fiat",
		status: isDeposit ? "pending" : "success",
		amount: `${body.amount}.00`,
		currency: body.currency,
		operator_name: "Orange Money",
		created_at: serviceNow().toISOString(),
		processed_at: null,
		...(isDeposit ? { payment_url: "https://pay.example/abc", qr_code: null } : {}),
		...changes,
	};
}

/** Accepts every POST; by default deposits are pending and payouts a success. */
export function accept(status?: string, changes: Record<string, unknown> = {}): PostHandler {
	return (respond, body) => respond.json(201, answerTo(body, { ...(status ? { status } : {}), ...changes }));
}

export function statusFor(payment: Payment, status: string, changes: Record<string, unknown> = {}) {
	const createdAt = new Date(payment.sentAt ?? payment.createdAt);
	return {
		transaction_type: payment.kind === "deposit" ? "deposit" : "withdrawal",
		status,
		amount: payment.amount,
		currency: payment.currency,
		created_at: createdAt.toISOString(),
		processed_at: status === "success" ? new Date(createdAt.getTime() + 5_000).toISOString() : null,
		...changes,
	};
}

async function play(script: Script, request: ScriptedRequest, respond: Respond): Promise<void> {
	if (script.instead && (await script.instead(request, respond))) return;
	if (request.method === "POST") return script.post(respond, JSON.parse(request.body), request);
	if (request.path.endsWith("/movements/")) return respond.json(200, script.movements);
	const currency = /\/wallets\/fiat\/([A-Z]{3})\/$/.exec(request.path)?.[1];
	if (currency) {
		return respond.json(200, {
			wallet_reference: "WF-1",
			balance: script.balance,
			currency_code: currency,
			updated_at: script.updatedAt,
		});
	}
	const [, endpoint, reference = ""] = /\/transactions\/(status|detail|history)\/([^/]+)\/$/.exec(request.path) ?? [];
	const word = (endpoint === "status" ? undefined : script.details.get(reference)) ?? script.words.get(reference);
	if (!word) return respond.json(404, { detail: "Not found." });
	const { history = [], ...said } = word;
	return respond.json(200, { reference, ...said, ...(endpoint === "status" ? {} : { history }) });
}
