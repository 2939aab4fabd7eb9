/** Queries of operators. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Asked } from "#lib/contracts/change-request.ts";
import type { Operator, OperatorChange } from "#lib/contracts/operator.ts";

export const operatorQueries = {
	all: ["operators"] as const,
	list: () =>
		queryOptions({
			queryKey: ["operators"] as const,
			queryFn: ({ signal }) => apiGet<{ items: Operator[] }>("/api/operators", { signal }),
			// Operators change a few times a year, and a live update announces each change.
			staleTime: 10 * 60_000,
		}),
};

export function changeOperator(code: string, change: OperatorChange): Promise<Operator | Asked> {
	return apiSend("PATCH", `/api/operators/${encodeURIComponent(code)}`, change);
}
