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

export interface SandboxClient {
	origin: string;
	addFault(fault: FaultOrder): Promise<string>;
	/** Succeeds even after its last use. */
	removeFault(id: string): Promise<void>;
	clearFaults(): Promise<void>;
	/** Moves only the sandbox's clock: time windows end, delays pass. */
	advance(ms: number): Promise<void>;
	/** Oldest first. The ground truth of received requests. */
	requests(query?: { method?: string; path?: string; since?: Date }): Promise<SandboxRequest[]>;
	/** POSTs of payouts or deposits whose body names this number. */
	postsTo(phoneNumber: string): Promise<SandboxRequest[]>;
	fund(currency: string, amount: string): Promise<void>;
	/** `number` in E.164. Approves the USSD prompt with the PIN, or refuses it. */
	answer(number: string, reference: string, answer: "approve" | "refuse", pin?: string): Promise<void>;
	enterCode(number: string, reference: string, code: string): Promise<void>;
	dial(number: string, code: string): Promise<void>;
	payLink(reference: string, answer: "pay" | "refuse"): Promise<void>;
	/** All transactions of the service, newest first, also those that no answer mentioned. */
	transactions(): Promise<SandboxTransaction[]>;
	/** Newest first. */
	movements(
		currency: string,
	): Promise<{ id: string; reference: string | null; type: string; amount: string; createdAt: string }[]>;
	/** Adds a line without a transaction; the balance changes accordingly. */
	inventMovement(line: { currency: string; type: string; amount: string; fee?: string }): Promise<void>;
	/** Repeats a line with its date; the balance changes only when asked. */
	doubleMovement(id: string, options?: { balance: boolean }): Promise<void>;
	balances(): Promise<{ currency: string; reference: string; balance: string; reserved: string }[]>;
	/** Seeds ninety days of history once. `now`: ISO time, default the sandbox's. */
	seed(options?: { now?: string; days?: number; seed?: number }): Promise<void>;
	phoneUrl(number: string): string;
}

export function sandboxClient(origin: string): SandboxClient {
	const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const response = await fetch(origin + path, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return text ? JSON.parse(text) : null;
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
	const digits = (number: string) => number.replace(/^\+/, "");
	const requests: SandboxClient["requests"] = async (query = {}) => {
		const search = new URLSearchParams();
		for (const [name, value] of Object.entries(query))
			search.set(name, value instanceof Date ? value.toISOString() : String(value));
		return ((await call("GET", `/control/requests?${search}`)) as { items: SandboxRequest[] }).items;
	};
	return {
		origin,
		addFault: async (fault) => ((await call("POST", "/control/faults", fault)) as { id: string }).id,
		removeFault: async (id) => void (await call("DELETE", `/control/faults/${id}`)),
		clearFaults: async () => void (await call("DELETE", "/control/faults")),
		advance: async (advanceMs) => void (await call("POST", "/control/clock", { advanceMs })),
		requests,
		postsTo: async (number) =>
			(await requests({ method: "POST" })).filter((request) => request.body.includes(digits(number))),
		fund: async (currency, amount) => void (await call("POST", "/control/funds", { currency, amount })),
		answer: (number, reference, answer, pin = "1234") =>
			submit(`/phone/${digits(number)}/requests/${reference}`, { answer, pin }),
		enterCode: (number, reference, code) =>
			submit(`/phone/${digits(number)}/requests/${reference}`, { answer: "code", code }),
		dial: (number, dialled) => submit(`/phone/${digits(number)}/dial`, { dialled }),
		payLink: (reference, answer) => submit(`/pay/${reference}`, { answer }),
		transactions: async () => ((await call("GET", "/control/transactions")) as { items: SandboxTransaction[] }).items,
		movements: async (currency) =>
			((await call("GET", `/control/movements?currency=${currency}`)) as { items: never[] }).items,
		inventMovement: async (line) => void (await call("POST", "/control/movements", { ...line, balance: true })),
		doubleMovement: async (id, options = { balance: false }) =>
			void (await call("POST", `/control/movements/${id}`, { action: "double", ...options })),
		balances: async () =>
			((await call("GET", "/control/balance")) as { items: Awaited<ReturnType<SandboxClient["balances"]>> }).items,
		seed: async (options = {}) => void (await call("POST", "/control/seed", options)),
		phoneUrl: (number) => `${origin}/phone/${digits(number)}`,
	};
}
