"use client";
/** Reports a failed read: with its time if old data stays visible, else in place of the data. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";

type ReadFaultProps = Pick<UseQueryResult, "error" | "data" | "dataUpdatedAt" | "refetch" | "isFetching">;

export function ReadFault({ query }: { query: ReadFaultProps }) {
	const t = useTranslations("common");
	const errorText = useErrorText();
	if (!query.error) return null;
	const retry = (
		<Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
			{t("retry")}
		</Button>
	);
	if (query.data === undefined) {
		return (
			<div role="alert">
				<EmptyState title={t("readFailed")} action={retry}>
					{errorText(query.error)}
				</EmptyState>
			</div>
		);
	}
	const at = new Date(query.dataUpdatedAt).toISOString();
	return (
		<Notice tone="warning" urgent className="mb-5" action={retry}>
			{t.rich("oldData", { fault: errorText(query.error), time: () => <Time at={at} as="asOf" /> })}
		</Notice>
	);
}
