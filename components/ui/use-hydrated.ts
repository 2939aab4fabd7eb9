"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML, true once the script has taken over: a form's button waits for it. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
