"use client";
import { useSyncExternalStore } from "react";

function onHashChange(tell: () => void): () => void {
	addEventListener("hashchange", tell);
	return () => removeEventListener("hashchange", tell);
}

/** What stands behind the `#` of the page's address; null until the script has taken over. Another link in the same tab is another one. */
export function useLinkToken(): string | null {
	return useSyncExternalStore(
		onHashChange,
		() => location.hash.slice(1),
		() => null,
	);
}
