import { useQuery } from "@tanstack/react-query";
import type { ChangeKind } from "#lib/change-kinds.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";

/** True while such a request waits: the card above confirms it, and a second one would be refused. Undefined before that is known. */
export function useChangeWaits(kind: ChangeKind, subject?: string): boolean | undefined {
	const waiting = useQuery(changeRequestQueries.now()).data?.waiting;
	return waiting?.some((other) => other.kind === kind && (subject === undefined || other.subject === subject));
}
