"use client";
/** Another view of the same page: only the address's query changes, nothing is asked of the page's server. A link all the same. */
import type { ComponentProps, MouseEvent } from "react";

export function ViewLink({ href, onClick, ...rest }: ComponentProps<"a"> & { href: string }) {
	const reach = () => tellOf(href);
	const follow = (event: MouseEvent<HTMLAnchorElement>) => {
		onClick?.(event);
		if (isForBrowser(event)) return;
		event.preventDefault();
		showView(href);
	};
	return <a {...rest} href={href} onPointerEnter={reach} onPointerDown={reach} onFocus={reach} onClick={follow} />;
}

/** Somebody wants a tab, a window or a file of it, or it was answered already. */
export function isForBrowser(event: MouseEvent): boolean {
	return (
		event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
	);
}

const told = new Set<(href: string) => void>();

/**
 * `tell` hears of a view as soon as somebody reaches for it, by pointer, finger or key, and once more when it is opened: whoever knows
 * what it asks for asks now, and the click finds the answer there. Returns what ends it.
 */
export function beforeViews(tell: (href: string) => void): () => void {
	told.add(tell);
	return () => void told.delete(tell);
}

/** Puts a view's address into the bar and the history; `useSearchParams` follows. */
export function showView(href: string): void {
	tellOf(href);
	window.history.pushState(null, "", href);
}

function tellOf(href: string): void {
	for (const tell of told) tell(href);
}
