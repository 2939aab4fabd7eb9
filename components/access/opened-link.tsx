"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkOver } from "#components/access/link-over.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";

interface OpenedLinkProps<T> {
	opened: UseQueryResult<T>;
	/** Why a link opens nothing, and how one comes by another. */
	over: string;
	/** Null: it opens nothing. */
	children: (opened: T) => ReactNode | null;
}

/** What stands on the page of a link: that it is looked at, what it opens, or that it opens nothing. */
export function OpenedLink<T>({ opened, over, children }: OpenedLinkProps<T>) {
	const t = useTranslations("invitation");
	const errorText = useErrorText();
	if (opened.error)
		return (
			<Notice tone="danger" urgent>
				{errorText(opened.error)}
			</Notice>
		);
	if (opened.data === undefined)
		return (
			<p role="status" className="text-center text-ink-2 text-sm">
				{t("opening")}
			</p>
		);
	return children(opened.data) ?? <LinkOver>{over}</LinkOver>;
}
