/** Operators as the browser asks for them. */
import { queryOptions } from "@tanstack/react-query";
import { apiGet, apiSend } from "#lib/api.ts";
import type { Operator, OperatorChange } from "#lib/contracts/operator.ts";

export const operatorQueries = {
	all: ["operators"] as const,
	list: () =>
		queryOptions({
			queryKey: ["operators"] as const,
			queryFn: ({ signal }) => apiGet<{ items: Operator[] }>("/api/operators", { signal }),
			// Changed a few times a year, and each change is told.
			staleTime: 10 * 60_000,
		}),
};

export function changeOperator(code: string, change: OperatorChange): Promise<Operator> {
	return apiSend("PATCH", `/api/operators/${encodeURIComponent(code)}`, change);
}
