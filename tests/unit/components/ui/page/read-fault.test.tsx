import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { BatchApprovals } from "#components/batches/batch-approvals.tsx";
import { MovementTotals } from "#components/movements/movement-totals.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { ApprovalsView } from "#components/payments/approvals/approvals-view.tsx";
import { ApiError } from "#lib/api.ts";
import type { MovementList } from "#lib/contracts/movement.ts";
import { readMovementView } from "#lib/movements/movement-view.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { movementQueries } from "#lib/queries/movements.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { textOf } from "#tests/support/rendered.tsx";

const failingClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
const failing = () => Promise.reject(new ApiError("internal", 500));
const viewer = { id: "one", role: "approver" } as const;

test("while nobody knows whether batches wait, the approvals say so, and never that nothing waits", async () => {
	const client = failingClient();
	const none = { items: [], total: 0, nextCursor: null };
	client.setQueryData<unknown>(paymentQueries.list("payout", APPROVALS_QUERY).queryKey, none);
	const { queryKey } = batchQueries.waiting();
	await client.prefetchQuery({ queryKey, queryFn: failing });
	const view = <ApprovalsView viewer={viewer} batches={<BatchApprovals viewer={viewer} />} />;
	const text = textOf(<QueryClientProvider client={client}>{view}</QueryClientProvider>);
	expect(text).toContain("Try again");
	expect(text).not.toContain("No payouts");
});

test("sums of movements that could not be read are a dash, and are not counted for ever", async () => {
	const client = failingClient();
	const view = readMovementView(new URLSearchParams(), ["XOF"]);
	await client.prefetchQuery({ queryKey: movementQueries.sums("XOF", view.query).queryKey, queryFn: failing });
	const totals = <MovementTotals view={view} list={{ isArriving: false } as MovementList} />;
	expect(textOf(<QueryClientProvider client={client}>{totals}</QueryClientProvider>)).toBe("–");
});
