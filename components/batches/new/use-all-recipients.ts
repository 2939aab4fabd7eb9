"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MOST_ROWS } from "#lib/batches/batch-states.ts";
import type { Recipient, RecipientList } from "#lib/contracts/recipient.ts";
import { recipientQueries } from "#lib/queries/recipients.ts";

/** Reads every recipient of a query, page by page. */
export function useAllRecipients(query: Parameters<typeof recipientQueries.list>[0]) {
	const client = useQueryClient();
	const [isReading, setReading] = useState(false);
	const [error, setError] = useState<Error | null>(null);
	async function read(): Promise<Recipient[]> {
		const found: Recipient[] = [];
		setReading(true);
		setError(null);
		try {
			let cursor: string | null = null;
			do {
				const next: RecipientList = await client.fetchQuery(
					recipientQueries.list({ ...query, ...(cursor === null ? {} : { cursor }) }),
				);
				found.push(...next.items);
				cursor = next.nextCursor;
			} while (cursor !== null && found.length < MOST_ROWS);
		} catch (fault) {
			setError(fault as Error);
		}
		setReading(false);
		return found;
	}
	return { read, isReading, error };
}
