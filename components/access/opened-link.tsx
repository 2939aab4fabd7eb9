"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useSyncExternalStore } from "react";
import { LinkButton } from "#components/ui/link-button.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { type LinkKind, linkQuery } from "#lib/queries/link-query.ts";

interface OpenedLinkProps<Opened> {
	of: LinkKind;
	/** Says that the link is not valid and how to get another one. */
	over: string;
	/** Returns null when the link is invalid. */
	children: (opened: Opened, token: string) => ReactNode;
}

/** Asks the server for what the link in the address opens, and shows it. The page must load the texts `invitation`. */
export function OpenedLink<Opened>({ of, over, children }: OpenedLinkProps<Opened>) {
	const t = useTranslations("invitation");
	const errorText = useErrorText();
	const token = useLinkToken();
	const opened = useQuery(linkQuery<Opened>(of, token));
	if (opened.error) return <FaultNotice>{errorText(opened.error)}</FaultNotice>;
	if (opened.data === undefined)
		return (
			<p role="status" className="text-center text-ink-2 text-sm">
				{t("opening")}
			</p>
		);
	const shown = children(opened.data, token ?? "");
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

/** Returns the text after `#` in the address; null before hydration. Also notices when another link is opened in the same tab. */
function useLinkToken(): string | null {
	return useSyncExternalStore(
		onHashChange,
		() => location.hash.slice(1),
		() => null,
	);
}

function onHashChange(onChange: () => void): () => void {
	addEventListener("hashchange", onChange);
	return () => removeEventListener("hashchange", onChange);
}
