/** Acts as a member without a browser, over the same routes as the screens. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Payment } from "#lib/contracts/payment.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

/** By default in Côte d'Ivoire and XOF. */
interface Order {
	amount?: string;
	currency?: string;
	country?: string;
	operator?: string;
}

export type DeskHand = Awaited<ReturnType<typeof deskHand>>;
type Sent = Pick<Payment, "kind" | "id">;

const LIMIT_MS = 20_000;
const SHARED = { amount: "45000", currency: "XOF", country: "CI", operator: "mtn-ci" };

export async function deskHand(
	origin: string,
	member: { email: string; password: string } | { cookie: string; password: string },
) {
	let cookie = "cookie" in member ? member.cookie : "";
	const sendOnce = async (method: string, path: string, body?: unknown, key = randomBytes(12).toString("hex")) => {
		const response = await fetch(origin + path, {
			method,
			headers: {
				origin,
				"sec-fetch-site": "same-origin",
				cookie,
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...(method === "POST" ? { "idempotency-key": key } : {}),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		// A proof and a sign-in change the session's id.
		cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
		return response;
	};
	let last: Promise<unknown> = Promise.resolve();
	// One request at a time: the server forgets an id after two renewals, so an overlapping request would fail.
	/** Returns the answer whatever its status. */
	const send = (method: string, path: string, body?: unknown): Promise<Response> => {
		const sent = last.then(() => sendProving(method, path, body));
		last = sent.catch(() => undefined);
		return sent;
	};
	const sendProving = async (method: string, path: string, body?: unknown) => {
		const key = randomBytes(12).toString("hex");
		const response = await sendOnce(method, path, body, key);
		if (response.status !== 403) return response;
		const { code, stepUp } = (await response.clone().json()) as { code: string; stepUp?: object };
		if (code !== "step_up_needed") return response;
		const question = (await (await sendOnce("POST", "/api/step-up/challenge", stepUp)).json()) as { id: string };
		const answer = { method: "password", password: member.password };
		await sendOnce("POST", "/api/step-up", { id: question.id, answer });
		return sendOnce(method, path, body, key);
	};
	const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
		const response = await send(method, path, body);
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		return response;
	};
	if (!("cookie" in member)) {
		await call("POST", "/api/session", { email: member.email, password: member.password });
	}
	const get = async <T>(path: string) => (await (await call("GET", path)).json()) as T;
	const post = async <T>(path: string, body: unknown) => (await (await call("POST", path, body)).json()) as T;
	const read = ({ kind, id }: Sent) => get<Payment>(`/api/${kind}s/${id}`);
	return {
		/** Session cookie, as `name=value`. */
		get cookie() {
			return cookie;
		},
		get,
		post,
		send,
		decide: ({ id, version }: Pick<Payment, "id" | "version">, decision: "approve" | "reject" | "cancel") =>
			send("POST", `/api/payouts/${id}/decision`, { decision, version }),
		/** By default by a prompt on an MTN handset. */
		startDeposit: ({ phoneNumber = newPhoneNumber("05"), ...order }: Order & { phoneNumber?: string } = {}) =>
			post<Payment>("/api/deposits", { ...SHARED, amount: "12500", ...order, phoneNumber }),
		requestPayout: ({
			destination = newPhoneNumber("05"),
			note = "Rent",
			...order
		}: Order & { destination?: string; note?: string; duplicate?: { of: string[]; reason: string } } = {}) =>
			post<Payment>("/api/payouts", { ...SHARED, ...order, destination, metadata: { note } }),
		approve: ({ id, version }: Payment) =>
			post<Payment>(`/api/payouts/${id}/decision`, { decision: "approve", version }),
		read,
		/** Resolves when the worker has brought the payment to the state. */
		async until(payment: Sent, ...states: PaymentState[]) {
			for (const deadline = Date.now() + LIMIT_MS; ; await pause(200)) {
				const now = await read(payment);
				if (states.includes(now.state)) return now;
				if (Date.now() > deadline) throw new Error(`${now.kind} ${now.id} is ${now.state}, not ${states.join(" or ")}`);
			}
		},
	};
}
