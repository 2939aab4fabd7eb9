"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { AuditFilters, type MemberChoice } from "#components/audit/audit-filters.tsx";
import { auditPath, readAuditQuery } from "#components/audit/audit-query.ts";
import { AuditTable } from "#components/audit/audit-table.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered, withoutPages } from "#lib/addresses/view-address.ts";
import { AUDIT_EXPORT_PATH, auditQueries } from "#lib/queries/audit.ts";

export function AuditView({ members }: { members: readonly MemberChoice[] }) {
	const t = useTranslations("audit");
	const query = readAuditQuery(new URLSearchParams(useSearchParams()));
	const list = useQuery(auditQueries.list(query));
	const nextCursor = list.data?.nextCursor ?? null;
	return (
		<>
			<AuditFilters query={query} members={members} onChange={(change) => showView(auditPath(query, change))} />
			<ReadFault query={list} />
			{list.data?.items.length === 0 ? (
				<EmptyState
					title={isFiltered(query) ? t("noMatchTitle") : t("emptyTitle")}
					action={isFiltered(query) ? <LinkButton href="/audit">{t("clear")}</LinkButton> : null}
				>
					{isFiltered(query) ? t("noMatchWhy") : t("emptyWhy")}
				</EmptyState>
			) : null}
			{list.data && list.data.items.length > 0 ? (
				<div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
					<AuditTable items={list.data.items} />
				</div>
			) : null}
			{nextCursor || query.cursor ? (
				<nav aria-label={t("pages")} className="mt-4 flex justify-end gap-2">
					{query.cursor ? (
						<ViewLink href={auditPath(query)} className={buttonClass()}>
							{t("firstPage")}
						</ViewLink>
					) : null}
					{nextCursor ? (
						<ViewLink href={auditPath(query, { cursor: nextCursor })} className={buttonClass()}>
							{t("older")}
							<Icon name="chevron-right" />
						</ViewLink>
					) : null}
				</nav>
			) : null}
		</>
	);
}

export function AuditExport() {
	const query = readAuditQuery(new URLSearchParams(useSearchParams()));
	return <ExportMenu path={AUDIT_EXPORT_PATH} query={withoutPages(query)} />;
}
