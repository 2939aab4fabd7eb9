"use client";
import { useSyncExternalStore } from "react";

function onHashChange(tell: () => void): () => void {
	addEventListener("hashchange", tell);
	return () => removeEventListener("hashchange", tell);
}

/** The text after `#` in the page's address; null before hydration. Follows another link in the same tab. */
export function useLinkToken(): string | null {
	return useSyncExternalStore(
		onHashChange,
		() => location.hash.slice(1),
		() => null,
	);
}
