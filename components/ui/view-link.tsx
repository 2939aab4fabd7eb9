"use client";
/** A link to another view of the same page: it changes only the query string and requests no page from the server. */
import type { ComponentProps, MouseEvent } from "react";

export function ViewLink({ href, onClick, ...rest }: ComponentProps<"a"> & { href: string }) {
	const reach = () => notifyListeners(href);
	const follow = (event: MouseEvent<HTMLAnchorElement>) => {
		onClick?.(event);
		if (isForBrowser(event)) return;
		event.preventDefault();
		showView(href);
	};
	return <a {...rest} href={href} onPointerEnter={reach} onPointerDown={reach} onFocus={reach} onClick={follow} />;
}

/** True when a click is not ours: for a new tab, window or download, or when the event was already handled. */
export function isForBrowser(event: MouseEvent): boolean {
	return (
		event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
	);
}

const listeners = new Set<(href: string) => void>();

/**
 * Calls `listener` with the address of a view when its link gets hover, touch or focus, and when it opens, so that data can be prefetched.
 * Returns a function that stops this.
 */
export function beforeViews(listener: (href: string) => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/**
 * Adds the address of a view to the history, which `useSearchParams` follows. Next notices this only once it has replaced `pushState`,
 * shortly after hydration; before that, the page loads at the address instead.
 */
export function showView(href: string): void {
	notifyListeners(href);
	if (Object.hasOwn(window.history, "pushState")) window.history.pushState(null, "", href);
	else window.location.assign(href);
}

function notifyListeners(href: string): void {
	for (const listener of listeners) listener(href);
}
