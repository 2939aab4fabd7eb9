/** Queries of batches, and people's acts on them. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import type {
	Batch,
	BatchDecision,
	BatchList,
	BatchQuery,
	BatchRequest,
	BatchRow,
	BatchRowList,
	RowChange,
} from "#lib/contracts/batch.ts";

const PATH = "/api/batches";
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export const batchQueries = {
	all: ["batches"] as const,
	list: (query: Partial<BatchQuery> = {}) =>
		queryOptions({
			queryKey: ["batches", "list", query] as const,
			queryFn: ({ signal }) => apiGet<BatchList>(withQuery(PATH, query), { signal }),
		}),
	detail: (id: string) =>
		queryOptions({
			queryKey: ["batches", "detail", id] as const,
			queryFn: ({ signal }) => apiGet<Batch>(pathOf(id), { signal }),
		}),
	/** Page by page; what is shown stays shown while a change is read. */
	rows: (id: string, state: BatchRow["state"] | undefined) =>
		infiniteQueryOptions({
			queryKey: ["batches", "rows", id, state] as const,
			queryFn: ({ signal, pageParam }) =>
				apiGet<BatchRowList>(withQuery(`${pathOf(id)}/rows`, { state, cursor: pageParam }), { signal }),
			initialPageParam: undefined as number | undefined,
			getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
		}),
};

export function batchResultPath(id: string): string {
	return `${pathOf(id)}/result`;
}

export function createBatch(request: BatchRequest, idempotencyKey: string): Promise<Batch> {
	return apiSend("POST", PATH, request, { "idempotency-key": idempotencyKey });
}

/** The cells of a spreadsheet file, which the server reads. */
export async function readTableFile(file: File): Promise<string[][]> {
	const bytes = new Uint8Array(await file.arrayBuffer());
	let content = "";
	for (let start = 0; start < bytes.length; start += 30_000)
		content += btoa(String.fromCharCode(...bytes.subarray(start, start + 30_000)));
	const { rows } = await apiSend<{ rows: string[][] }>("POST", `${PATH}/table`, { content });
	return rows;
}

export function changeBatchRow(id: string, n: number, change: RowChange): Promise<Batch> {
	return apiSend("PATCH", `${pathOf(id)}/rows/${n}`, change);
}

export function decideBatch(id: string, decision: BatchDecision): Promise<Batch> {
	return apiSend("POST", `${pathOf(id)}/decision`, decision);
}

export function holdBatch(id: string, act: "pause" | "resume" | "stop"): Promise<Batch> {
	return apiSend("POST", `${pathOf(id)}/${act}`, act === "resume" ? undefined : {});
}

/** Every row of a batch that is proven unpaid, as a new batch takes them. */
export async function readUnpaidRows(id: string): Promise<BatchRow[]> {
	const rows: BatchRow[] = [];
	let cursor: number | undefined;
	do {
		const page = await apiGet<BatchRowList>(withQuery(`${pathOf(id)}/rows`, { cursor, limit: 500 }));
		rows.push(...page.items);
		cursor = page.nextCursor ?? undefined;
	} while (cursor !== undefined);
	const { ENDED_UNPAID_STATES } = await import("#lib/payment-state.ts");
	return rows.filter(({ state }) => (ENDED_UNPAID_STATES as readonly string[]).includes(state));
}
