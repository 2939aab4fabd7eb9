"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { Batch } from "#lib/contracts/batch.ts";
import { batchQueries } from "#lib/queries/batches.ts";

/** Shows the batch from an action's answer at once, before the batch is refetched. */
export function useShowBatch(): (batch: Batch) => void {
	const client = useQueryClient();
	return (batch) => client.setQueryData(batchQueries.detail(batch.id).queryKey, batch);
}
