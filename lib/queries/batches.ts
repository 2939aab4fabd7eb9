/** Queries of batches, and people's acts on them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend, withQuery } from "#lib/api.ts";
import { ROWS_AT_ONCE } from "#lib/batches/batch-states.ts";
import type {
	Batch,
	BatchCopy,
	BatchDecision,
	BatchDetails,
	BatchList,
	BatchQuery,
	BatchRequest,
	BatchRow,
	BatchRowList,
	RowChange,
	RowFilter,
	RowsChange,
	Table,
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
	/** Those with rows that wait for approval. */
	waiting: () => batchQueries.list({ waiting: "1", limit: 200 }),
	detail: (id: string) =>
		queryOptions({
			queryKey: ["batches", "detail", id] as const,
			queryFn: ({ signal }) => apiGet<Batch>(pathOf(id), { signal }),
		}),
	details: (id: string) =>
		queryOptions({
			queryKey: ["batches", "details", id] as const,
			queryFn: ({ signal }) => apiGet<BatchDetails>(`${pathOf(id)}/details`, { signal }),
		}),
	/** What is shown stays shown while another page is read. */
	rows: (id: string, state: RowFilter | undefined, offset: number) =>
		queryOptions({
			queryKey: ["batches", "rows", id, state, offset] as const,
			queryFn: ({ signal }) =>
				apiGet<BatchRowList>(withQuery(`${pathOf(id)}/rows`, { state, offset, limit: ROWS_AT_ONCE }), { signal }),
			placeholderData: keepPreviousData,
		}),
};

export function batchFilePath(id: string, file: "result" | "faults" | "receipts"): string {
	return `${pathOf(id)}/${file}`;
}

export const BATCH_TEMPLATE = `${PATH}/template`;

export function createBatch(request: BatchRequest, idempotencyKey: string): Promise<Batch> {
	return apiSend("POST", PATH, request, { "idempotency-key": idempotencyKey });
}

/** The cells of a spreadsheet file, which the server reads. */
export function readTableFile(file: File): Promise<Table> {
	const form = new FormData();
	form.set("file", file);
	return apiSend("POST", `${PATH}/table`, form, { "idempotency-key": crypto.randomUUID() });
}

export function changeBatchRow(id: string, n: number, change: RowChange): Promise<Batch> {
	return apiSend("PATCH", `${pathOf(id)}/rows/${n}`, change);
}

export function changeBatchRows(id: string, change: RowsChange): Promise<Batch> {
	return apiSend("PATCH", `${pathOf(id)}/rows`, change);
}

export function copyBatch(id: string, copy: BatchCopy, idempotencyKey: string): Promise<Batch> {
	return apiSend("POST", `${pathOf(id)}/copy`, copy, { "idempotency-key": idempotencyKey });
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
