/** Queries of operators. */
import { apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Operator, OperatorChange } from "#lib/contracts/operator.ts";
import { apiQuery } from "#lib/queries/api-query.ts";

// Operators change a few times a year, and a live update announces each change.
const STALE_MS = 10 * 60_000;

export const operatorQueries = {
	list: () => apiQuery<{ items: Operator[] }>(["operators"], "/api/operators", { staleTime: STALE_MS }),
};

export const changeOperator = (code: string, change: OperatorChange) =>
	apiSend<Operator | Asked>("PATCH", `/api/operators/${encodeURIComponent(code)}`, change);
