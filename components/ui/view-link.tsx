"use client";
/** A link to another view of the same page: changes only the query string, without a request to the page's server. */
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

/** True if the browser must handle the click (new tab, window, download), or if the event is already handled. */
export function isForBrowser(event: MouseEvent): boolean {
	return (
		event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
	);
}

const listeners = new Set<(href: string) => void>();

/**
 * Calls `listener` when a view's link gets hover, touch or focus, and again when it opens, so that data is prefetched. Returns a
 * function that stops it.
 */
export function beforeViews(listener: (href: string) => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/**
 * Sets a view's address in the history, which `useSearchParams` follows. Right after hydration, before Next observes the history,
 * `useSearchParams` would not notice: the page is then loaded at the address.
 */
export function showView(href: string): void {
	notifyListeners(href);
	if (Object.hasOwn(window.history, "pushState")) window.history.pushState(null, "", href);
	else window.location.assign(href);
}

function notifyListeners(href: string): void {
	for (const listener of listeners) listener(href);
}
