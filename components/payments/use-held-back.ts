"use client";
import { useQuery } from "@tanstack/react-query";
import { statusQueries } from "#lib/queries/status.ts";

/** True while the house sends nothing, whatever the reason: the frame says it at the top of every page. */
export function useHeldBack(): boolean {
	const { data } = useQuery(statusQueries.now());
	return (
		data !== undefined &&
		(data.sendingStoppedAt !== null || data.databaseDoubt !== null || data.walletWait !== null || !data.worker.alive)
	);
}
