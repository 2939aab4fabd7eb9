"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { Batch } from "#lib/contracts/batch.ts";
import { batchQueries } from "#lib/queries/batches.ts";

/** Shows a batch as an act answered it, before it is read again. */
export function useShowBatch(): (batch: Batch) => void {
	const client = useQueryClient();
	return (batch) => client.setQueryData(batchQueries.detail(batch.id).queryKey, batch);
}
