"use client";
/** Another view of the same page: only the address's query changes, nothing is asked of the page's server. A link all the same. */
import type { ComponentProps, MouseEvent } from "react";

export function ViewLink({ href, onClick, ...rest }: ComponentProps<"a"> & { href: string }) {
	const follow = (event: MouseEvent<HTMLAnchorElement>) => {
		onClick?.(event);
		if (
			event.defaultPrevented ||
			event.button !== 0 ||
			event.metaKey ||
			event.ctrlKey ||
			event.shiftKey ||
			event.altKey
		)
			return;
		event.preventDefault();
		showView(href);
	};
	return <a {...rest} href={href} onClick={follow} />;
}

/** Puts a view's address into the bar and the history; `useSearchParams` follows. */
export function showView(href: string): void {
	window.history.pushState(null, "", href);
}
