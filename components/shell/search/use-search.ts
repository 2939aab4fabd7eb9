import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SearchHit } from "#lib/contracts/search.ts";
import { searchQueries } from "#lib/queries/search.ts";
import { SHORTEST_SEARCH } from "#lib/search-text.ts";

/** So long nobody types on. */
const PAUSE_MS = 150;
const NOTHING: readonly SearchHit[] = [];

interface Search {
	hits: readonly SearchHit[];
	/** The hits are those of this very text, and no others will come. */
	settled: boolean;
	error: Error | null;
}

/** Never hits of an earlier text: Enter would open them all the same. */
export function useSearch(text: string): Search {
	const [asked, setAsked] = useState("");
	useEffect(() => {
		const timer = setTimeout(() => setAsked(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	const isLong = text.length >= SHORTEST_SEARCH;
	const { data, error, isFetching } = useQuery({ ...searchQueries.of(asked), enabled: isLong && asked === text });
	if (!isLong) return { hits: NOTHING, settled: true, error: null };
	if (asked !== text) return { hits: NOTHING, settled: false, error: null };
	return { hits: data?.hits ?? NOTHING, settled: !isFetching && !!(data || error), error };
}
