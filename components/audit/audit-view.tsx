"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMessages, useTranslations } from "next-intl";
import { auditPath, readAuditQuery } from "#components/audit/audit-query.ts";
import { AuditTable } from "#components/audit/audit-table.tsx";
import { cx } from "#components/ui/class-names.ts";
import { chipClass } from "#components/ui/fields/chip.ts";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { ClearButton } from "#components/ui/fields/clear-button.tsx";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { CursorPages } from "#components/ui/page/cursor-pages.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { isFiltered, withoutPages } from "#lib/addresses/view-address.ts";
import type { AuditQuery } from "#lib/contracts/audit.ts";
import type { Person } from "#lib/contracts/common-fields.ts";
import { AUDIT_EXPORT_PATH, auditQueries } from "#lib/queries/audit.ts";

export function AuditView({ members }: { members: readonly Person[] }) {
	const t = useTranslations("audit");
	const query = readAuditQuery(useSearchParams());
	const list = useQuery(auditQueries.list(query));
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
					<AuditTable items={list.data.items} members={members} />
				</div>
			) : null}
			<CursorPages
				first={query.cursor ? auditPath(query) : null}
				next={list.data?.nextCursor ? auditPath(query, { cursor: list.data.nextCursor }) : null}
				nextText={t("older")}
			/>
		</>
	);
}

export function AuditExport() {
	const query = readAuditQuery(useSearchParams());
	return <ExportMenu mayBeLong path={AUDIT_EXPORT_PATH} query={withoutPages(query)} />;
}

interface AuditFiltersProps {
	query: AuditQuery;
	members: readonly Person[];
	onChange: (change: Partial<AuditQuery>) => void;
}

const NONE: Partial<AuditQuery> = {
	action: undefined,
	subjectId: undefined,
	memberId: undefined,
	from: undefined,
	to: undefined,
};

function AuditFilters({ query, members, onChange }: AuditFiltersProps) {
	const t = useTranslations("audit");
	return (
		<search className="mb-4 flex flex-wrap items-center gap-2">
			<ChipSelect
				label={t("action")}
				value={query.action ?? ""}
				onChange={(action) => onChange({ action: action || undefined })}
				all={t("allActions")}
			>
				<ActionOptions />
			</ChipSelect>
			<ChipSelect
				label={t("member")}
				value={query.memberId ?? ""}
				onChange={(memberId) => onChange({ memberId: memberId || undefined })}
				all={t("allMembers")}
				options={members.map(({ id, name }) => [id, name])}
			/>
			<DayFilter from={query.from} to={query.to} onChange={onChange} />
			{query.subjectId ? (
				<button type="button" className={chipClass(true)} onClick={() => onChange({ subjectId: undefined })}>
					<span className="truncate">
						{t("about", { id: members.find(({ id }) => id === query.subjectId)?.name ?? query.subjectId })}
					</span>
					<Icon name="x" />
				</button>
			) : null}
			{isFiltered(query) ? <ClearButton onClick={() => onChange(NONE)}>{t("clear")}</ClearButton> : null}
		</search>
	);
}

/** Lists all audited actions by noun. Choosing a noun itself selects all of its actions. */
function ActionOptions() {
	const t = useTranslations("audit");
	const actions: Record<string, object> = useMessages().audit.actions;
	return Object.entries(actions).map(([noun, verbs]) => (
		<optgroup key={noun} label={t(`nouns.${noun}`)}>
			<option value={noun}>{t("allOf", { noun: t(`nouns.${noun}`) })}</option>
			{Object.keys(verbs).map((verb) => (
				<option key={verb} value={`${noun}.${verb}`}>
					{t(`actions.${noun}.${verb}`)}
				</option>
			))}
		</optgroup>
	));
}
