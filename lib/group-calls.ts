/**
 * Runs calls in groups, one group at a time. A call during a run joins a later group, so that its result is never older than the call.
 * Calls made before the next microtask share a group.
 */
type Group<Item> = readonly [Item, ...Item[]];
/** Calls with the same owner and keys wait in one line. */
type LineOf<Item> = (item: Item) => readonly [owner: object, ...keys: string[]];

interface Call<Item, Result> {
	item: Item;
	resolve(result: Result | Promise<Result>): void;
	reject(error: unknown): void;
}

/**
 * Queues calls by their line. `run` returns one result per item, in order; it may reject only if it did nothing, because each item is
 * then run alone. Items with the same `apart` value are never in one group.
 */
export function groupCalls<Item, Result>(
	lineOf: LineOf<Item>,
	run: (items: Group<Item>) => Promise<readonly (Result | Promise<Result>)[]>,
	apart?: (item: Item) => unknown,
): (item: Item) => Promise<Result> {
	const lines = new WeakMap<object, Map<string, Call<Item, Result>[]>>();
	const runGroup = async (calls: Group<Call<Item, Result>>): Promise<void> => {
		const [first, ...others] = calls;
		try {
			const results = await run([first.item, ...others.map(({ item }) => item)]);
			for (const [place, { resolve }] of calls.entries()) resolve(results[place] as Result | Promise<Result>);
		} catch (error) {
			if (others.length === 0) first.reject(error);
			else await Promise.all(calls.map((call) => runGroup([call])));
		}
	};
	const serve = async (byKey: Map<string, Call<Item, Result>[]>, key: string, line: Call<Item, Result>[]) => {
		await Promise.resolve();
		for (let [first, ...others] = line.splice(0); first; [first, ...others] = line.splice(0)) {
			const group: [Call<Item, Result>, ...Call<Item, Result>[]] = [first];
			const isApart = ({ item }: Call<Item, Result>) => apart && group.some((one) => apart(one.item) === apart(item));
			for (const call of others) (isApart(call) ? line : group).push(call);
			await runGroup(group);
		}
		// No `await` lies between finding the queue empty and removing it, so no call can join a queue that nobody serves.
		byKey.delete(key);
	};
	return (item) =>
		new Promise((resolve, reject) => {
			const [owner, ...keys] = lineOf(item);
			const key = keys.join(" ");
			const byKey = lines.get(owner) ?? new Map<string, Call<Item, Result>[]>();
			lines.set(owner, byKey);
			const call = { item, resolve, reject };
			const line = byKey.get(key);
			if (line) {
				line.push(call);
				return;
			}
			const begun = [call];
			byKey.set(key, begun);
			void serve(byKey, key, begun);
		});
}

/** Calls of one worker wait in one line: a worker that stands still must not hold another's calls. */
export const lineOfWorker = ({ system, workerId }: { system: { database: object }; workerId: string }) =>
	[system.database, workerId] as const;

/** Asks once per group and gives every call that answer; for questions whose answer depends on the line, not on the item. */
export function shareAnswer<Item, Answer>(lineOf: LineOf<Item>, ask: (item: Item) => Promise<Answer>) {
	return groupCalls(lineOf, async (items) => {
		const answer = await ask(items[0]);
		return items.map(() => answer);
	});
}
