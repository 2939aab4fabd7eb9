/** A member's hand at the desk without a browser: what a test prepares, by the same routes as the screens use. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

export interface DeskHand {
	get<T>(path: string): Promise<T>;
	post<T>(path: string, body: unknown): Promise<T>;
	/** By a prompt on an MTN handset, unless told otherwise. */
	startDeposit(order?: { amount?: string; operator?: string; phoneNumber?: string }): Promise<Payment>;
	requestPayout(order?: { amount?: string; destination?: string }): Promise<Payment>;
	approve(payout: Payment): Promise<Payment>;
	/** Resolves when the worker has brought it there. */
	until(payment: Payment, ...states: PaymentState[]): Promise<Payment>;
}

const LIMIT_MS = 20_000;

export async function deskHand(origin: string, member: { email: string; password: string }): Promise<DeskHand> {
	let cookie = "";
	const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
		const response = await fetch(origin + path, {
			method,
			headers: {
				origin,
				"sec-fetch-site": "same-origin",
				cookie,
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...(method === "POST" ? { "idempotency-key": randomBytes(12).toString("hex") } : {}),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		return response;
	};
	const signedIn = await call("POST", "/api/session", { email: member.email, password: member.password });
	cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
	const get = async <T>(path: string) => (await (await call("GET", path)).json()) as T;
	const post = async <T>(path: string, body: unknown) => (await (await call("POST", path, body)).json()) as T;
	const shared = { currency: "XOF", country: "CI" };
	return {
		get,
		post,
		startDeposit: ({ amount = "12500", operator = "mtn-ci", phoneNumber = newPhoneNumber("05") } = {}) =>
			post("/api/deposits", { ...shared, amount, operator, phoneNumber }),
		requestPayout: ({ amount = "45000", destination = newPhoneNumber("05") } = {}) =>
			post("/api/payouts", { ...shared, amount, operator: "mtn-ci", destination, metadata: { note: "Rent" } }),
		approve: ({ id, version }) => post(`/api/payouts/${id}/decision`, { decision: "approve", version }),
		async until({ kind, id }, ...states) {
			const path = `/api/${kind === "deposit" ? "deposits" : "payouts"}/${id}`;
			for (const deadline = Date.now() + LIMIT_MS; ; await pause(100)) {
				const payment = await get<Payment>(path);
				if (states.includes(payment.state)) return payment;
				if (Date.now() > deadline) throw new Error(`${path} is ${payment.state}, not ${states.join(" or ")}`);
			}
		},
	};
}
