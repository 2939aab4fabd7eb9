"use client";
/**
 * A link to another page of the desk. Next's own brings 3 KB to every page for what is switched off on all of them: no page is
 * fetched before somebody reaches for it.
 */
import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";
import { isForBrowser } from "#components/ui/view-link.tsx";

export type DeskLinkProps = ComponentProps<"a"> & { href: string };

export function DeskLink({ href, onClick, ...rest }: DeskLinkProps) {
	const router = useRouter();
	const follow = (event: MouseEvent<HTMLAnchorElement>) => {
		onClick?.(event);
		if (rest.target || isForBrowser(event)) return;
		event.preventDefault();
		router.push(href);
	};
	return <a {...rest} href={href} onClick={follow} />;
}
