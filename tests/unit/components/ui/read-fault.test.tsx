import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { BatchApprovals } from "#components/batches/batch-approvals.tsx";
import { APPROVALS_QUERY } from "#components/payments/approvals/approvals-query.ts";
import { ApprovalsView } from "#components/payments/approvals/approvals-view.tsx";
import { ApiError } from "#lib/api.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { textOf } from "#tests/support/rendered.tsx";

const viewer = { id: "one", role: "approver" } as const;

test("while nobody knows whether batches wait, the approvals say so, and never that nothing waits", async () => {
	const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
	const none = { items: [], total: 0, nextCursor: null };
	client.setQueryData<unknown>(paymentQueries.list("payout", APPROVALS_QUERY).queryKey, none);
	const { queryKey } = batchQueries.waiting();
	await client.prefetchQuery({ queryKey, queryFn: () => Promise.reject(new ApiError("internal", 500)) });
	const view = <ApprovalsView viewer={viewer} batches={<BatchApprovals viewer={viewer} />} />;
	const text = textOf(<QueryClientProvider client={client}>{view}</QueryClientProvider>);
	expect(text).toContain("Try again");
	expect(text).not.toContain("No payouts");
});
