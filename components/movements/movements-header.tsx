"use client";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { useColumnLabels } from "#components/movements/use-column-labels.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useExportColumns } from "#components/views/use-layout.ts";
import { ViewMenu } from "#components/views/view-menu.tsx";
import { withoutPages } from "#lib/addresses/view-address.ts";
import type { MovementList } from "#lib/contracts/movement.ts";
import { formatMonth } from "#lib/dates.ts";
import type { MovementView } from "#lib/movements/movement-view.ts";
import { movementExportPath, refreshMovements } from "#lib/queries/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

// For a shorter wait, the message names no time.
const NOTICED_MS = 5_000;

interface MovementsHeaderProps {
	view: MovementView;
	list: MovementList | undefined;
}

export function MovementsHeader({ view, list }: MovementsHeaderProps) {
	const t = useTranslations("movements");
	const errorText = useErrorText();
	const columns = useExportColumns("movements");
	const labels = useColumnLabels();
	// A mutation would be the only one of the page, and adds 0.9 KB to its first load.
	const [asking, setAsking] = useState(false);
	const refresh = async () => {
		setAsking(true);
		await refreshMovements(view.currency).then(
			({ waitMs }) =>
				toast(waitMs < NOTICED_MS ? t("refreshAsked") : t("refreshLater", { minutes: Math.round(waitMs / 60_000) })),
			(error) => toast(t("refreshFailed", { fault: errorText(error) }), "danger"),
		);
		setAsking(false);
	};
	return (
		<PageHeader
			title={t("title")}
			lead={<MirrorLine view={view} list={list} />}
			actions={
				<>
					<Button busy={asking} onClick={() => void refresh()}>
						<Icon name="refresh-cw" />
						{t("refresh")}
					</Button>
					<ViewMenu list="movements" labels={labels} />
					{list?.isArriving ? null : (
						<ExportMenu
							mayBeLong
							path={movementExportPath(view.currency)}
							query={{ ...withoutPages(view.query), ...columns }}
						/>
					)}
				</>
			}
		/>
	);
}

/** "XOF wallet · updated 09:41:07 · 184 233 movements since March 2024"; keeps its one-line height while loading. */
function MirrorLine({ view, list }: Pick<MovementsHeaderProps, "view" | "list">) {
	const t = useTranslations("movements");
	const locale = useLocale();
	const timeZone = useTimeZone() ?? "UTC";
	const wallet = t("wallet", { currency: view.currency });
	if (!list) return wallet;
	const { rows, oldest } = list.mirror;
	return (
		<>
			{wallet}
			{" · "}
			{list.syncedAt ? (
				<>
					{t("mirror")} <Time at={list.syncedAt} as="asOf" className="num" />
				</>
			) : (
				t(list.isArriving ? "mirrorArriving" : "mirrorNever")
			)}
			{" · "}
			{oldest
				? t("mirrorRows", {
						count: rows,
						rows: formatCount(rows, locale),
						since: formatMonth(new Date(oldest), { locale, timeZone }),
					})
				: t("mirrorEmpty")}
		</>
	);
}
