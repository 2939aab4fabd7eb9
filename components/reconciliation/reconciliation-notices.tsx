"use client";
import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Reconciliation } from "#lib/contracts/reconciliation.ts";

/** What makes the page less than it seems. */
export function ReconciliationNotices({ data: { fault, syncedAt, mayBeCut, unreadable } }: { data: Reconciliation }) {
	const t = useTranslations("reconciliation");
	if (!fault && !mayBeCut && unreadable === 0) return null;
	return (
		<div className="mb-5 grid gap-2">
			{fault ? (
				<Notice tone="warning">
					{syncedAt ? t.rich("stale", { time: () => <Time at={syncedAt} as="asOf" /> }) : t("never")}
				</Notice>
			) : null}
			{unreadable > 0 ? <Notice tone="warning">{t("unreadable", { count: unreadable })}</Notice> : null}
			{mayBeCut ? <Notice tone="warning">{t("mayBeCut")}</Notice> : null}
		</div>
	);
}
