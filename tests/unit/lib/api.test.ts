import { afterEach, expect, test, vi } from "vitest";
import { ApiError, answerStepUps, apiGet, apiSend, withQuery } from "#lib/api.ts";

afterEach(() => vi.unstubAllGlobals());

function answer(response: Response | Error) {
	const fetched = vi.fn((_path: string, _init: RequestInit) =>
		response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
	);
	vi.stubGlobal("fetch", fetched);
	return fetched;
}

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
	const error = await call.then(
		() => null,
		(reason: unknown) => reason,
	);
	if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`);
	return error;
}

test("a problem keeps its code, its fields and the service's words", async () => {
	const problem = { code: "invalid_input", fields: { amount: "too_large" }, detail: "no", retryAfterSeconds: 4 };
	answer(Response.json(problem, { status: 400 }));
	expect(await refusalOf(apiGet("/api/x"))).toMatchObject({ ...problem, status: 400 });
});

test("no answer, and an answer that is not ours, are 'unreachable': never taken for a refusal", async () => {
	answer(new TypeError("failed to fetch"));
	expect(await refusalOf(apiSend("POST", "/api/payouts", {}))).toMatchObject({ code: "unreachable", status: 0 });
	answer(new Response("<html>Bad gateway</html>", { status: 502 }));
	expect(await refusalOf(apiSend("POST", "/api/payouts", {}))).toMatchObject({ code: "unreachable", status: 502 });
	answer(new Response("<html>", { status: 200 }));
	expect(await refusalOf(apiGet("/api/x"))).toMatchObject({ code: "unreachable" });
});

test("a request is sent once, whatever comes of it", async () => {
	const fetched = answer(new TypeError("failed to fetch"));
	await refusalOf(apiSend("POST", "/api/payouts", { amount: "1" }, { "idempotency-key": "k" }));
	expect(fetched).toHaveBeenCalledTimes(1);
});

test("redirects are not followed and cookies go to our own origin alone", async () => {
	const fetched = answer(Response.json({}));
	await apiGet("/api/x");
	expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: "error", credentials: "same-origin" });
});

test("equal queries make equal addresses: empty keys are left out", () => {
	expect(withQuery("/api/x", { a: "1", b: undefined, c: "", d: 50 })).toBe("/api/x?a=1&d=50");
	expect(withQuery("/api/x", {})).toBe("/api/x");
});

test("two acts that wait for the same proof ask for it once, and another act asks for its own", async () => {
	const proved = new Set<string>();
	vi.stubGlobal("fetch", async (path: string) => {
		const stepUp = { purpose: path.split("/")[2] };
		return proved.has(path) ? Response.json({}) : Response.json({ code: "step_up_needed", stepUp }, { status: 403 });
	});
	const asked: { purpose: string; done: (proved: boolean) => void }[] = [];
	const leave = answerStepUps(({ purpose }) => new Promise((done) => asked.push({ purpose, done })));
	const acts = ["account", "account", "settings"].map((purpose) => apiSend("POST", `/api/${purpose}`));
	await vi.waitFor(() => expect(asked.map(({ purpose }) => purpose)).toEqual(["account", "settings"]));
	for (const { purpose, done } of asked) {
		proved.add(`/api/${purpose}`);
		done(true);
	}
	expect(await Promise.all(acts)).toEqual([{}, {}, {}]);
	const refused = refusalOf(apiSend("POST", "/api/export"));
	await vi.waitFor(() => asked.at(-1)?.purpose === "export" || Promise.reject());
	asked.at(-1)?.done(false);
	expect(await refused).toMatchObject({ code: "step_up_needed" });
	leave();
});
