import { dehydrate, hydrate, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { replayMissedUpdates } from "#components/shell/live-updates.tsx";

const KEY = ["payments", "payout", "p1"];
const read = { queryKey: KEY, queryFn: async () => "read by the browser" };

beforeEach(() => vi.useFakeTimers({ toFake: ["performance", "setTimeout", "Date"] }));
afterEach(() => vi.useRealTimers());

/** Data that the server has read, in a page that is still arriving. */
async function rendered(queryKey: readonly unknown[] = KEY) {
	const server = new QueryClient();
	await server.prefetchQuery({ queryKey, queryFn: async () => "read by the server" });
	return dehydrate(server);
}

function desk() {
	const client = new QueryClient();
	const told = replayMissedUpdates(client);
	const isOld = (queryKey: readonly unknown[] = KEY) => client.getQueryState(queryKey)?.isInvalidated;
	return { client, told, isOld };
}

describe("what is told", () => {
	test.each(["payments", null])("makes old what the page has, and what comes to it after that (%s)", async (topic) => {
		const { client, told, isOld } = desk();
		const page = await rendered();
		hydrate(client, page);
		told.mark(topic);
		expect(isOld()).toBe(true);
		client.clear();
		hydrate(client, page);
		expect(isOld()).toBe(false);
		vi.advanceTimersByTime(1);
		expect(isOld()).toBe(true);
	});

	test("makes old what a page brings for a query that is here already", async () => {
		const { client, told, isOld } = desk();
		await client.prefetchQuery(read);
		told.mark("payments");
		vi.advanceTimersByTime(1_000);
		// Rendered before the change by a clock that runs ahead, so the data counts as newer.
		vi.setSystemTime(Date.now() + 60_000);
		const page = await rendered();
		hydrate(client, page);
		expect(isOld()).toBe(false);
		vi.advanceTimersByTime(1);
		expect(isOld()).toBe(true);
	});

	test("leaves alone what is of another matter, what the browser asks for after it, and pages of a minute later", async () => {
		const { client, told, isOld } = desk();
		told.mark("payments");
		hydrate(client, await rendered(["operators"]));
		await client.prefetchQuery(read);
		vi.advanceTimersByTime(1);
		expect(isOld(["operators"])).toBe(false);
		expect(isOld()).toBe(false);
		client.clear();
		vi.advanceTimersByTime(60_001);
		hydrate(client, await rendered());
		vi.advanceTimersByTime(1);
		expect(isOld()).toBe(false);
	});

	test("is forgotten at the end", async () => {
		const { client, told, isOld } = desk();
		told.mark("payments");
		told.end();
		hydrate(client, await rendered());
		vi.advanceTimersByTime(1);
		expect(isOld()).toBe(false);
	});
});

test("an answer slower than the updates arrives, is asked for once at a time, and once more after the last update", async () => {
	const { client, told } = desk();
	let running = 0;
	let most = 0;
	let changes = 0;
	const queryFn = async ({ signal: _signal }: { signal: AbortSignal }) => {
		running += 1;
		most = Math.max(most, running);
		const seen = changes;
		await new Promise((answer) => setTimeout(answer, 3_000));
		running -= 1;
		return seen;
	};
	client.setQueryData(KEY, 0);
	const answers: unknown[] = [];
	const observer = new QueryObserver(client, { queryKey: KEY, queryFn, staleTime: Number.POSITIVE_INFINITY });
	const stop = observer.subscribe(({ data }) => void (answers.at(-1) !== data && answers.push(data)));
	for (; changes < 8; await vi.advanceTimersByTimeAsync(1_200)) {
		changes += 1;
		told.mark("payments");
	}
	await vi.advanceTimersByTimeAsync(10_000);
	expect(most).toBe(1);
	expect(answers.length).toBeGreaterThan(3);
	expect(answers.at(-1)).toBe(8);
	expect(running).toBe(0);
	stop();
});
