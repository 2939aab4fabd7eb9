"use client";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import type { Batch } from "#lib/contracts/batch.ts";
import { batchQueries } from "#lib/queries/batches.ts";

/** Shows the batch from an action's answer at once, before the batch is refetched, and reports what was done. */
export function useShowBatch(): (batch: Batch, done?: string) => void {
	const client = useQueryClient();
	return (batch, done) => {
		client.setQueryData(batchQueries.detail(batch.id).queryKey, batch);
		if (done) toast(done);
	};
}
