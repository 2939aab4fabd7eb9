"use client";
/** What must be known before these rows are believed. */
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { MovementList } from "#lib/contracts/movement.ts";
import type { MovementView } from "#lib/movement-view.ts";

// Rare: most lists are readable, and their pages need not carry the words of those that are not.
const IncompleteNotice = lazy(() => import("./incomplete-notice.tsx"));

export function MovementNotices({ view, list }: { view: MovementView; list: MovementList }) {
	const t = useTranslations();
	const { fault, mayBeCut, incomplete } = list.mirror;
	const { syncedAt } = list;
	const reason = fault ? (t.has(`errors.${fault}`) ? t(`errors.${fault}`) : fault) : "";
	if (!view.dropped && !fault && !mayBeCut && !incomplete) return null;
	return (
		<div className="mb-5 grid gap-2">
			{view.dropped ? <Notice tone="neutral">{t("movements.invalid")}</Notice> : null}
			{fault && syncedAt ? (
				<Notice tone="warning">
					{t.rich("movements.fault", { reason, time: () => <Time at={syncedAt} as="asOf" className="num" /> })}
				</Notice>
			) : null}
			{fault && !syncedAt ? <Notice tone="warning">{t("movements.faultNever", { reason })}</Notice> : null}
			{incomplete ? (
				<Suspense>
					<IncompleteNotice incomplete={incomplete} />
				</Suspense>
			) : null}
			{mayBeCut ? <Notice tone="warning">{t("movements.mayBeCut")}</Notice> : null}
		</div>
	);
}
