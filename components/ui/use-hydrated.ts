"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML, true after hydration: form buttons wait for it. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
