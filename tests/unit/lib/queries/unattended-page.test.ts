import { readdirSync } from "node:fs";
import { QueryClient, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const FOLDER = new URL("../../../../lib/queries/", import.meta.url);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Every query of `lib/queries` that a page can ask by itself; those of a link belong to no session. */
async function allQueries(): Promise<UndefinedInitialDataOptions[]> {
	const files = readdirSync(FOLDER).filter((file) => file !== "link-query.ts");
	const modules = await Promise.all(
		files.map(async (file) => (await import(new URL(file, FOLDER).href)) as Record<string, unknown>),
	);
	return modules.flatMap((module) =>
		Object.entries(module)
			.filter(([name]) => name.endsWith("Queries"))
			.flatMap(([, factories]) => Object.values(factories as object))
			.filter((factory) => typeof factory === "function")
			// These arguments fit every query: a kind or an id, then filters or lines.
			.map((factory) => factory("payout", [{ id: "1" }], "x") as UndefinedInitialDataOptions),
	);
}

test("no query keeps the session of an unattended page alive, those by POST neither", async () => {
	const sent: RequestInit[] = [];
	vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
		sent.push(init);
		return Promise.resolve(Response.json({ items: [] }));
	});
	const queries = await allQueries();
	vi.advanceTimersByTime(31_000);
	const client = new QueryClient();
	const asked = queries.map((query) => client.fetchQuery(query).catch(() => null));
	await vi.runAllTimersAsync();
	await Promise.all(asked);
	expect(sent.length).toBeGreaterThanOrEqual(queries.length);
	expect(sent.filter(({ method }) => method === "POST").length).toBeGreaterThan(3);
	for (const { headers } of sent) expect(headers).toMatchObject({ "x-cauri-background": "1" });
	client.clear();
});
