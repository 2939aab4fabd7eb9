"use client";
import { useMessages, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { chipClass } from "#components/ui/fields/chip.ts";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { DayFilter } from "#components/ui/fields/day-filter.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { AuditQuery } from "#lib/contracts/audit.ts";

export interface MemberChoice {
	id: string;
	name: string;
}

interface AuditFiltersProps {
	query: AuditQuery;
	/** Empty for a reader who may not see members. */
	members: readonly MemberChoice[];
	onChange: (change: Partial<AuditQuery>) => void;
}

const NONE: Partial<AuditQuery> = {
	action: undefined,
	subjectId: undefined,
	memberId: undefined,
	from: undefined,
	to: undefined,
};

export function AuditFilters({ query, members, onChange }: AuditFiltersProps) {
	const t = useTranslations("audit");
	return (
		<search className="mb-4 flex flex-wrap items-center gap-2">
			<ChipSelect
				label={t("action")}
				value={query.action ?? ""}
				onChange={(action) => onChange({ action: action || undefined })}
			>
				<option value="">{t("allActions")}</option>
				<ActionOptions />
			</ChipSelect>
			{members.length > 0 ? (
				<ChipSelect
					label={t("member")}
					value={query.memberId ?? ""}
					onChange={(memberId) => onChange({ memberId: memberId || undefined })}
				>
					<option value="">{t("allMembers")}</option>
					{members.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</ChipSelect>
			) : null}
			<DayFilter from={query.from} to={query.to} onChange={onChange} />
			{query.subjectId ? (
				<button type="button" className={chipClass(true)} onClick={() => onChange({ subjectId: undefined })}>
					<span className="truncate">{t("about", { id: query.subjectId })}</span>
					<Icon name="x" />
				</button>
			) : null}
			{isFiltered(query) ? (
				<Button variant="ghost" className="h-[30px]!" onClick={() => onChange(NONE)}>
					{t("clear")}
				</Button>
			) : null}
		</search>
	);
}

/** All actions, grouped by noun; a noun alone selects all of its actions. */
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
