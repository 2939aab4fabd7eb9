"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Time } from "#components/ui/time.tsx";

/** The desk could not be asked again: what stands here stays, marked with its time. */
export function StaleLine({
	query,
}: {
	query: Pick<UseQueryResult, "isError" | "dataUpdatedAt" | "refetch" | "data">;
}) {
	const t = useTranslations("payments");
	const common = useTranslations("common");
	if (!query.isError || query.data === undefined) return null;
	const at = new Date(query.dataUpdatedAt).toISOString();
	return (
		<Notice
			tone="warning"
			title={t("staleTitle")}
			className="mb-6"
			action={
				<Button size="sm" onClick={() => void query.refetch()}>
					{common("retry")}
				</Button>
			}
		>
			{t.rich("staleWhy", { at: () => <Time at={at} as="time" /> })}
		</Notice>
	);
}
