"use client";
import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
/** A link of the frame: it knows whether one is there, and fetches its page when somebody reaches for it. */
import { DeskLink } from "#components/ui/desk-link.tsx";

interface NavigationLinkProps {
	href: string;
	className: string;
	children: ReactNode;
}

export function NavigationLink({ href, className, children }: NavigationLinkProps) {
	const path = usePathname();
	const router = useRouter();
	const here = href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
	const reach = () => router.prefetch(href);
	return (
		<DeskLink
			href={href}
			onPointerEnter={reach}
			onFocus={reach}
			onClick={closeMenu}
			aria-current={here ? "page" : undefined}
			className={className}
		>
			{children}
		</DeskLink>
	);
}

/** The menu it may stand in: a move by the router leaves it open. */
function closeMenu(): void {
	document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
}
