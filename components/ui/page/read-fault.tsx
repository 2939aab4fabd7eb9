"use client";
/** Reports a failed read: with its time if old data stays visible, else in place of the data. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";

type ReadFaultProps = Pick<UseQueryResult, "error" | "errorUpdateCount" | "dataUpdatedAt" | "refetch" | "isFetching">;

export function ReadFault({ query }: { query: ReadFaultProps }) {
	const t = useTranslations("common");
	const errorText = useErrorText();
	const [last, setLast] = useState(query.error);
	if (query.error && query.error !== last) setLast(query.error);
	// A read without data loses its error when it is repeated. The fault stays, or it would blink and be read aloud each time.
	const error = query.error ?? (query.errorUpdateCount > 0 && query.dataUpdatedAt === 0 ? last : null);
	if (!error) return null;
	const retry = (
		<Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
			{t("retry")}
		</Button>
	);
	if (query.dataUpdatedAt === 0) {
		return (
			<div role="alert">
				<EmptyState title={t("readFailed")} action={retry}>
					{errorText(error)}
				</EmptyState>
			</div>
		);
	}
	const at = new Date(query.dataUpdatedAt).toISOString();
	return (
		<Notice tone="warning" urgent className="mb-5" action={retry}>
			{t.rich("oldData", { fault: errorText(error), time: () => <Time at={at} as="asOf" /> })}
		</Notice>
	);
}
