"use client";
/** What must be known before these rows are believed. */
import { useLocale, useTranslations } from "next-intl";
import { IncompleteNotice } from "#components/movements/incomplete-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { MovementList } from "#lib/contracts/movement.ts";
import { formatCount } from "#lib/counts.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { MovementView } from "#lib/movement-view.ts";

export default function MovementNotices({ view, list }: { view: MovementView; list: MovementList }) {
	const t = useTranslations();
	const locale = useLocale() as Locale;
	const { fault, mayBeCut, incomplete } = list.mirror;
	const { syncedAt } = list;
	const faultText = fault ? (t.has(`errors.${fault}`) ? t(`errors.${fault}`) : fault) : "";
	return (
		<div className="mb-5 grid gap-2">
			{view.dropped ? <Notice tone="neutral">{t("movements.invalid")}</Notice> : null}
			{fault && syncedAt ? (
				<Notice tone="warning">
					{t.rich("movements.fault", {
						fault: faultText,
						time: () => <Time at={syncedAt} as="asOf" className="num" />,
					})}
				</Notice>
			) : null}
			{list.isArriving && !fault ? (
				<Notice tone="neutral">
					{t("movements.arriving", { count: list.mirror.rows, rows: formatCount(list.mirror.rows, locale) })}
				</Notice>
			) : null}
			{list.isArriving && fault ? (
				<Notice tone="warning">
					{t("movements.arrivingFault", {
						fault: faultText,
						count: list.mirror.rows,
						rows: formatCount(list.mirror.rows, locale),
					})}
				</Notice>
			) : null}
			{fault && !syncedAt && !list.isArriving ? (
				<Notice tone="warning">{t("movements.faultNever", { fault: faultText })}</Notice>
			) : null}
			{incomplete ? <IncompleteNotice incomplete={incomplete} /> : null}
			{mayBeCut ? <Notice tone="warning">{t("movements.mayBeCut")}</Notice> : null}
		</div>
	);
}
