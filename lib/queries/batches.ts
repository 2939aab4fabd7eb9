import { keepPreviousData } from "@tanstack/react-query";
import { apiSend, withQuery } from "#lib/api.ts";
import { ROWS_AT_ONCE } from "#lib/batches/batch-states.ts";
import type {
	Batch,
	BatchCopy,
	BatchDecision,
	BatchDetails,
	BatchList,
	BatchQuery,
	BatchRequest,
	BatchRowList,
	RowChange,
	RowFilter,
	RowsChange,
	Table,
} from "#lib/contracts/batch.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

const PATH = "/api/batches";
const pathOf = (id: string, part = "") => `${PATH}/${encodeURIComponent(id)}${part}`;

export const batchQueries = {
	list: (query: Partial<BatchQuery> = {}) =>
		apiQuery<BatchList>(["batches", "list", query], withQuery(PATH, query), { placeholderData: keepPreviousData }),
	waiting: () => batchQueries.list({ waiting: "1", limit: 200 }),
	detail: (id: string) => apiQuery<Batch>(["batches", "detail", id], pathOf(id)),
	details: (id: string) => apiQuery<BatchDetails>(["batches", "details", id], pathOf(id, "/details")),
	rows: (id: string, state: RowFilter | undefined, offset: number) =>
		apiQuery<BatchRowList>(
			["batches", "rows", id, state, offset],
			withQuery(pathOf(id, "/rows"), { state, offset, limit: ROWS_AT_ONCE }),
			{ placeholderData: keepPreviousData },
		),
};

export const batchFilePath = (id: string, file: "result" | "faults" | "receipts") => pathOf(id, `/${file}`);
export const BATCH_TEMPLATE = `${PATH}/template`;

export const createBatch = (request: BatchRequest, key: string) =>
	apiSend<Batch>("POST", PATH, request, { "idempotency-key": key });

/** Sends a spreadsheet file to the server, which returns its cells. */
export function readTableFile(file: File): Promise<Table> {
	const form = new FormData();
	form.set("file", file);
	return apiSend("POST", `${PATH}/table`, form, { "idempotency-key": crypto.randomUUID() });
}

export const changeBatchRow = (id: string, n: number, change: RowChange) =>
	apiSend<Batch>("PATCH", pathOf(id, `/rows/${n}`), change);
export const changeBatchRows = (id: string, change: RowsChange) => apiSend<Batch>("PATCH", pathOf(id, "/rows"), change);
export const copyBatch = (id: string, copy: BatchCopy, key: string) =>
	apiSend<Batch>("POST", pathOf(id, "/copy"), copy, { "idempotency-key": key });
export const decideBatch = (id: string, decision: BatchDecision) =>
	apiSend<Batch>("POST", pathOf(id, "/decision"), decision);
export const holdBatch = (id: string, act: "pause" | "resume" | "stop") =>
	apiSend<Batch>("POST", pathOf(id, `/${act}`), act === "resume" ? undefined : {});
