"use client";
import { useTranslations } from "next-intl";
import { type RecipientView, recipientsPath } from "#components/recipients/recipient-query.ts";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { ClearButton } from "#components/ui/fields/clear-button.tsx";
import { SearchBox } from "#components/ui/fields/search-box.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { RecipientList } from "#lib/contracts/recipient.ts";

const VIEWS = ["doubles", "archived", "blocked"] as const;

export function RecipientFilters({ view, groups }: { view: RecipientView; groups: RecipientList["groups"] }) {
	const t = useTranslations("recipients");
	const change = (next: RecipientView) => showView(recipientsPath(view, next));
	const isBook = view.view !== "blocked";
	return (
		<search className="mb-4 flex flex-wrap items-center gap-2 max-sm:[&>span]:grow max-sm:[&>span]:basis-2/5">
			<ChipSelect
				label={t("viewFilter")}
				value={view.view ?? ""}
				onChange={(next) => showView(recipientsPath({}, { view: (next || undefined) as RecipientView["view"] }))}
				all={t("views.book")}
				options={VIEWS.map((name) => [name, t(`views.${name}`)])}
			/>
			{isBook && groups.length > 0 ? (
				<ChipSelect
					label={t("groupFilter")}
					value={view.group ?? ""}
					onChange={(group) => change({ group: group || undefined })}
					all={t("allGroups")}
					options={groups.map(({ name, count }) => [name, `${name} (${count})`])}
				/>
			) : null}
			{isBook ? (
				<SearchBox
					label={t("search")}
					value={view.q}
					maxLength={80}
					onSearch={(q) => change({ q })}
					className="basis-52 sm:max-w-80"
				/>
			) : null}
			{isFiltered(view) ? <ClearButton onClick={() => showView("/recipients")}>{t("clearFilters")}</ClearButton> : null}
		</search>
	);
}
