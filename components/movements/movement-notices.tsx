"use client";
/** What must be known before these rows are believed. */
import { useTranslations } from "next-intl";
import { IncompleteNotice } from "#components/movements/incomplete-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { MovementList } from "#lib/contracts/movement.ts";
import type { MovementView } from "#lib/movement-view.ts";

export default function MovementNotices({ view, list }: { view: MovementView; list: MovementList }) {
	const t = useTranslations();
	const { fault, mayBeCut, incomplete } = list.mirror;
	const { syncedAt } = list;
	const reason = fault ? (t.has(`errors.${fault}`) ? t(`errors.${fault}`) : fault) : "";
	return (
		<div className="mb-5 grid gap-2">
			{view.dropped ? <Notice tone="neutral">{t("movements.invalid")}</Notice> : null}
			{fault && syncedAt ? (
				<Notice tone="warning">
					{t.rich("movements.fault", { reason, time: () => <Time at={syncedAt} as="asOf" className="num" /> })}
				</Notice>
			) : null}
			{fault && !syncedAt ? <Notice tone="warning">{t("movements.faultNever", { reason })}</Notice> : null}
			{incomplete ? <IncompleteNotice incomplete={incomplete} /> : null}
			{mayBeCut ? <Notice tone="warning">{t("movements.mayBeCut")}</Notice> : null}
		</div>
	);
}
