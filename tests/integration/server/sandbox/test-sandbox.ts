/** A sandbox on a database of its own, whose clock moves only when the test advances it. */
import { afterAll, beforeAll } from "vitest";
import { createLog } from "#server/log.ts";
import { createSandbox, type RunningSandbox, type SandboxOptions } from "#server/sandbox/app.ts";
import { sandboxDatabase } from "#server/sandbox/open-store.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

export const START = new Date("2026-11-20T09:00:00.000Z");
export const KEYS = { "x-api-key": "test-key", "api-secret": "test-secret" };
const JSON_HEADERS = { ...KEYS, "content-type": "application/json" };

export interface Answered {
	status: number;
	headers: Headers;
	text: string;
	/** The body as JSON; null if it is none. */
	json: Record<string, unknown> & unknown[];
}

/** A movement as the controls give it. */
export interface SandboxLine {
	id: string;
	reference: string | null;
	type: string;
	amount: string;
	fee: string;
	createdAt: string;
}

/** Call at the top of a test file. */
export function testSandbox(options: Partial<SandboxOptions> = {}) {
	let running: RunningSandbox | undefined;
	let test: TestDatabase | undefined;
	const mustRun = () => {
		if (!running) throw new Error("The sandbox does not run yet.");
		return running;
	};
	const mustHave = () => {
		if (!test) throw new Error("There is no database yet.");
		return test;
	};
	const start = async (more: Partial<SandboxOptions> = {}) => {
		running = await createSandbox({
			databaseUrl: mustHave().url,
			port: 0,
			apiKey: KEYS["x-api-key"],
			apiSecret: KEYS["api-secret"],
			log: createLog("silent", "sandbox"),
			realNow: () => START.getTime(),
			random: () => 0.5,
			...options,
			...more,
		});
	};
	beforeAll(async () => {
		test = await createTestDatabase();
		await start();
	});
	afterAll(async () => running?.close());
	const call = async (path: string, init: RequestInit) =>
		read(await fetch(mustRun().url + path, { redirect: "manual", ...init }));
	const control = (method: string, path: string, body?: unknown) =>
		call(`/control${path}`, {
			method,
			headers: { "content-type": "application/json" },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	return {
		running: mustRun,
		test: mustHave,
		database: () => sandboxDatabase(mustHave().pool),
		/** Reads a path below `/api/v1`, by default with the right headers. */
		get: (path: string, headers: Record<string, string> = JSON_HEADERS) => call(`/api/v1${path}`, { headers }),
		post: (path: string, body: unknown, headers: Record<string, string> = JSON_HEADERS) =>
			call(`/api/v1${path}`, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) }),
		/** Sends JSON to a control. */
		control,
		/** Sends a page's form as a browser without script does. */
		form: (path: string, fields: Record<string, string>) =>
			call(path, { method: "POST", body: new URLSearchParams(fields) }),
		page: (path: string) => call(path, {}),
		async advance(advanceMs: number) {
			const answer = await control("POST", "/clock", { advanceMs });
			if (answer.status !== 200) throw new Error(answer.text);
		},
		async restart(more?: Partial<SandboxOptions>) {
			await running?.close();
			await start(more);
		},
	};
}

/** By default a deposit of 45,000 XOF by a prompt. */
export function payin(change: Record<string, unknown> = {}) {
	return {
		amount: 45000,
		currency: "XOF",
		operator: "mtn-ci",
		country: "CI",
		phone_number: "2250503456781",
		opaque_id: "order-1",
		...change,
	};
}

/** By default a payout of 250,000 XOF to a number that is paid at once. */
export function payout(change: Record<string, unknown> = {}) {
	return {
		amount: 250000,
		currency: "XOF",
		operator: "mtn-ci",
		country: "CI",
		destination: "+2250503456781",
		metadata: { note: "Invoice 2231" },
		...change,
	};
}

async function read(response: Response): Promise<Answered> {
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: parse(text) as Answered["json"] };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
