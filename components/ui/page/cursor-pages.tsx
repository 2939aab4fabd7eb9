"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";

interface CursorPagesProps {
	/** The name of these pages, if it is not "Pages". */
	label?: string;
	/** The addresses of the first and the next page; null for none. */
	first: string | null;
	next: string | null;
	nextText: string;
	/** Called when a link is followed, before the address changes. */
	onFollow?: () => void;
	/** Shown before the links, such as "51–100 of 412". */
	lead?: ReactNode;
	children?: ReactNode;
}

/** There is no link to the previous page, because cursors only lead forwards; the browser's back button leads there. */
export function CursorPages({ label, first, next, nextText, onFollow, lead, children }: CursorPagesProps) {
	const t = useTranslations("common");
	if (first === null && next === null) return null;
	return (
		<nav aria-label={label ?? t("pages")} className="mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
			{lead}
			<div className="flex gap-2">
				{first === null ? null : (
					<ViewLink href={first} onClick={onFollow} className={buttonClass()}>
						{t("firstPage")}
					</ViewLink>
				)}
				{next === null ? null : (
					<ViewLink href={next} onClick={onFollow} className={buttonClass()}>
						{nextText}
						<Icon name="chevron-right" />
					</ViewLink>
				)}
			</div>
			{children}
		</nav>
	);
}
