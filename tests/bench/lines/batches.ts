/** A draft with the most rows: its check, a change of one row, and one page of rows. */
import { MOST_ROWS, ROWS_AT_ONCE } from "#lib/batches/batch-states.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { type Line, medianTime } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";

const CHANGES = 9;
const drafts = new Map<string, Batch>();
let made = 0;

export const batchLines: readonly Line[] = [
	{
		key: "batch-check",
		title: "10,000 rows of a batch checked",
		unit: "ms",
		rounds: 3,
		async measure(side) {
			const rows = Array.from({ length: MOST_ROWS }, (_, n) => rowOf(made * MOST_ROWS + n));
			made += 1;
			const began = performance.now();
			drafts.set(side.name, await send<Batch>(side, "POST", "/api/batches", { name: `Bench ${made}`, rows }));
			return performance.now() - began;
		},
	},
	{
		key: "batch-change",
		title: "  one of them changed",
		unit: "ms",
		rounds: 3,
		async measure(side) {
			const batch = drafts.get(side.name);
			if (!batch) return null;
			let n = Math.round(performance.now()) % (MOST_ROWS - CHANGES);
			return medianTime(CHANGES, async () => {
				n += 1;
				const path = `/api/batches/${batch.id}/rows`;
				const [row] = (await (await call(side, "GET", `${path}?offset=${n - 1}&limit=1`)).json()).items;
				await send(side, "PATCH", `${path}/${n}`, { version: row.version, amount: `${2_000 + n}` });
			});
		},
	},
	{
		key: "batch-page",
		title: "  a page of them",
		unit: "ms",
		rounds: 3,
		async measure(side) {
			const batch = drafts.get(side.name);
			const path = `/api/batches/${batch?.id}/rows?limit=${ROWS_AT_ONCE}&offset=`;
			return batch ? medianTime(CHANGES, () => side.get(`${path}${MOST_ROWS - ROWS_AT_ONCE}`)) : null;
		},
	},
];

function rowOf(n: number) {
	const destination = `+22507${String(n % 100_000_000).padStart(8, "0")}`;
	return { destination, amount: String(1_000 + (n % 500)), currency: "XOF", name: `Person ${n}`, purpose: "Salary" };
}

async function send<T>(side: Side, method: string, path: string, body: unknown): Promise<T> {
	return (await (await call(side, method, path, body)).json()) as T;
}

async function call({ origin, cookie }: Side, method: string, path: string, body?: unknown): Promise<Response> {
	const headers = { cookie, origin, "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
	const response = await fetch(origin + path, { method, headers, body: body ? JSON.stringify(body) : null });
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return response;
}
