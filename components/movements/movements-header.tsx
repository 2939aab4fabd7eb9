"use client";
import { RefreshCw } from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { useRefreshText } from "#components/movements/use-refresh-text.ts";
import { Button } from "#components/ui/button.tsx";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { MovementList } from "#lib/contracts/movement.ts";
import { formatCount } from "#lib/counts.ts";
import { formatMonth } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import type { MovementView } from "#lib/movement-view.ts";
import { movementExportPath, refreshMovements } from "#lib/queries/movements.ts";
import { withoutPages } from "#lib/view-address.ts";

interface MovementsHeaderProps {
	view: MovementView;
	list: MovementList | undefined;
}

export function MovementsHeader({ view, list }: MovementsHeaderProps) {
	const t = useTranslations("movements");
	const errorText = useErrorText();
	const told = useRefreshText();
	const [asking, setAsking] = useState(false);
	const [fault, setFault] = useState<unknown>(null);
	const refresh = async () => {
		setAsking(true);
		setFault(null);
		try {
			toast(told(await refreshMovements(view.currency)));
		} catch (error) {
			setFault(error);
		} finally {
			setAsking(false);
		}
	};
	return (
		<>
			<PageHeader
				title={t("title")}
				lead={<MirrorLine view={view} list={list} />}
				actions={
					<>
						<Button busy={asking} onClick={() => void refresh()}>
							<RefreshCw aria-hidden="true" />
							{t("refresh")}
						</Button>
						{list?.isArriving ? null : (
							<ExportMenu path={movementExportPath(view.currency)} query={withoutPages(view.query)} />
						)}
					</>
				}
			/>
			{fault ? (
				<p role="alert" className="-mt-2 mb-4 text-danger text-sm">
					{t("refreshFailed", { fault: errorText(fault) })}
				</p>
			) : null}
		</>
	);
}

/** "XOF wallet · mirror as of 09:41:07 · 184 233 movements since March 2024": one line high while it is on its way, too. */
function MirrorLine({ view, list }: Pick<MovementsHeaderProps, "view" | "list">) {
	const t = useTranslations("movements");
	const locale = useLocale() as Locale;
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
