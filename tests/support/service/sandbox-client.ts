/** The sandbox's controls and its subscribers' phones. */
interface SandboxRequest {
	at: string;
	method: string;
	path: string;
	endpoint: string | null;
	body: string;
	state: "arrived" | "answered" | "broken";
	status: number | null;
	fault: string | null;
	reference: string | null;
	/** Null until an answer is sent. */
	answeredAt: string | null;
}

interface SandboxTransaction {
	reference: string;
	status: string;
	amount: string;
	currency: string;
}

export interface FaultOrder {
	/** One of the seven, or `all`. */
	endpoint: string;
	fault: string;
	/** Number of requests; absent: until removed. */
	times?: number;
	params?: Record<string, unknown>;
	/** Applies to requests whose path or body contains this text; a number unique to the test excludes other requests. */
	match?: string;
}

export type SandboxClient = ReturnType<typeof sandboxClient>;

export function sandboxClient(origin: string) {
	const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
		const response = await fetch(origin + path, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text || "null");
	};
	const submit = async (path: string, fields: Record<string, string>): Promise<void> => {
		const response = await fetch(origin + path, {
			method: "POST",
			body: new URLSearchParams(fields),
			redirect: "manual",
			headers: { origin, "sec-fetch-site": "same-origin" },
		});
		if (response.status !== 303) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
	};
	const items = async <T>(path: string) => (await call<{ items: T[] }>("GET", path)).items;
	const digits = (number: string) => number.replace(/^\+/, "");
	/** Oldest first. The ground truth of received requests. */
	const requests = async (query: { method?: string; path?: string; since?: Date } = {}) => {
		const search = new URLSearchParams();
		for (const [name, value] of Object.entries(query))
			search.set(name, value instanceof Date ? value.toISOString() : String(value));
		return items<SandboxRequest>(`/control/requests?${search}`);
	};
	return {
		origin,
		addFault: async (fault: FaultOrder) => (await call<{ id: string }>("POST", "/control/faults", fault)).id,
		/** Succeeds even after its last use. */
		removeFault: async (id: string) => void (await call("DELETE", `/control/faults/${id}`)),
		clearFaults: async () => void (await call("DELETE", "/control/faults")),
		/** Moves only the sandbox's clock: time windows end, delays pass. */
		advance: async (advanceMs: number) => void (await call("POST", "/control/clock", { advanceMs })),
		requests,
		/** POSTs of payouts or deposits whose body names this number. */
		postsTo: async (number: string) =>
			(await requests({ method: "POST" })).filter((request) => request.body.includes(digits(number))),
		fund: async (currency: string, amount: string) => void (await call("POST", "/control/funds", { currency, amount })),
		/** `number` in E.164. Approves the USSD prompt with the PIN, or refuses it. */
		answer: (number: string, reference: string, answer: "approve" | "refuse", pin = "1234") =>
			submit(`/phone/${digits(number)}/requests/${reference}`, { answer, pin }),
		/** All transactions of the service, newest first, also those that no answer mentioned. */
		transactions: () => items<SandboxTransaction>("/control/transactions"),
		/** Newest first. */
		movements: (currency: string) =>
			items<{ id: string; reference: string | null; type: string; amount: string; createdAt: string }>(
				`/control/movements?currency=${currency}`,
			),
		/** Adds a line without a transaction; the balance changes accordingly. */
		inventMovement: async (line: { currency: string; type: string; amount: string; fee?: string }) =>
			void (await call("POST", "/control/movements", { ...line, balance: true })),
		/** Repeats a line with its date; the balance changes only when asked. */
		doubleMovement: async (id: string, options = { balance: false }) =>
			void (await call("POST", `/control/movements/${id}`, { action: "double", ...options })),
		balances: () =>
			items<{ currency: string; reference: string; balance: string; reserved: string }>("/control/balance"),
		/** Seeds ninety days of history once. `now`: ISO time, default the sandbox's. */
		seed: async (options: { now?: string; days?: number; seed?: number } = {}) =>
			void (await call("POST", "/control/seed", options)),
		phoneUrl: (number: string) => `${origin}/phone/${digits(number)}`,
	};
}
