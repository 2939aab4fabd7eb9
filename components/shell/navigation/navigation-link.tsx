"use client";
import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { DeskLink } from "#components/ui/desk-link.tsx";

interface NavigationLinkProps {
	href: string;
	className?: string | undefined;
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

/** Closes the menu that contains the link: client navigation would leave the menu open. */
function closeMenu(): void {
	document.querySelector<HTMLElement>(":popover-open")?.hidePopover();
}
