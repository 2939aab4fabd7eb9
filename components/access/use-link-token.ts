"use client";
import { useSyncExternalStore } from "react";

function onHashChange(onChange: () => void): () => void {
	addEventListener("hashchange", onChange);
	return () => removeEventListener("hashchange", onChange);
}

/** Returns the text after `#` in the address; null before hydration. Also notices when another link is opened in the same tab. */
export function useLinkToken(): string | null {
	return useSyncExternalStore(
		onHashChange,
		() => location.hash.slice(1),
		() => null,
	);
}
