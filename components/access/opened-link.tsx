"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";

interface OpenedLinkProps<T> {
	opened: UseQueryResult<T>;
	/** Says that the link is not valid and how to get another one. */
	over: string;
	/** Returns null when the link is invalid. */
	children: (opened: T) => ReactNode | null;
}

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
	const shown = children(opened.data);
	if (shown) return shown;
	// One text for unknown, used and expired links alike.
	return (
		<>
			<Notice tone="warning" title={t("overTitle")}>
				{over}
			</Notice>
			<LinkButton href="/sign-in" className="justify-self-center">
				{t("toSignIn")}
			</LinkButton>
		</>
	);
}
