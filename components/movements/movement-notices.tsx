"use client";
import { useLocale, useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Incomplete, MovementList } from "#lib/contracts/movement.ts";
import type { MovementView } from "#lib/movements/movement-view.ts";
import { formatCount } from "#lib/text/counts.ts";

interface MovementNoticesProps {
	view: MovementView;
	list: MovementList;
}

export default function MovementNotices({ view, list }: MovementNoticesProps) {
	const t = useTranslations();
	const locale = useLocale();
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

function IncompleteNotice({ incomplete: { count, lines } }: { incomplete: Incomplete }) {
	const t = useTranslations("movements.incomplete");
	return (
		<div>
			<Notice tone="warning" title={t("title", { count })}>
				{t("why", { count })}
			</Notice>
			<ul className="mt-1.5 grid gap-1 pl-[19px] text-ink-2 text-xs">
				{lines.map(({ place, field, fault, excerpt }) => (
					<li key={place} className="min-w-0">
						{t("place", { place })}{" "}
						{fault === "other_currency" ? t(fault) : field === null ? t("line") : t(fault, { field })}{" "}
						<span className="code wrap-anywhere line-clamp-2">{excerpt}</span>
					</li>
				))}
				{count > lines.length ? <li>{t("more", { count: count - lines.length })}</li> : null}
			</ul>
		</div>
	);
}
