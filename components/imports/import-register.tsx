"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { importPath, readImportQuery } from "#components/imports/import-query.ts";
import { ImportTable } from "#components/imports/import-table.tsx";
import { cx } from "#components/ui/class-names.ts";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { CursorPages } from "#components/ui/page/cursor-pages.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import type { ImportedTransactionList } from "#lib/contracts/imported-transaction.ts";
import { IMPORT_STATES, type ImportState } from "#lib/imports/import-states.ts";
import { importQueries } from "#lib/queries/imported-transactions.ts";

export function ImportRegister() {
	const t = useTranslations("imports");
	const query = readImportQuery(useSearchParams());
	const list = useQuery(importQueries.list(query));
	const { data } = list;
	return (
		<section aria-labelledby="register" className="mt-9">
			<SectionTitle id="register">{t("register")}</SectionTitle>
			{data ? <StateFilter state={query.state} counts={data.counts} /> : null}
			<ReadFault query={list} />
			{data?.items.length === 0 ? (
				<EmptyState
					title={query.state ? t("noneHere") : t("none")}
					action={query.state ? <LinkButton href="/imports">{t("showAll")}</LinkButton> : null}
				>
					{query.state ? null : t("noneWhy")}
				</EmptyState>
			) : null}
			{data && data.items.length > 0 ? (
				<div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
					<ImportTable items={data.items} />
				</div>
			) : null}
			<CursorPages
				label={t("pages")}
				first={query.cursor ? importPath(query) : null}
				next={data?.nextCursor ? importPath(query, { cursor: data.nextCursor }) : null}
				nextText={t("next")}
			/>
		</section>
	);
}

function StateFilter({ state, counts }: { state: ImportState | undefined; counts: ImportedTransactionList["counts"] }) {
	const t = useTranslations("imports");
	const all = IMPORT_STATES.reduce((sum, name) => sum + counts[name], 0);
	if (all === 0) return null;
	return (
		<search className="mb-4 flex">
			<ChipSelect
				label={t("filter")}
				value={state ?? ""}
				onChange={(value) =>
					showView(importPath({ limit: PAGE_ROWS }, { state: IMPORT_STATES.find((name) => name === value) }))
				}
				all={t("allStates", { count: all })}
				options={IMPORT_STATES.map((name) => [name, `${t(`states.${name}`)} (${counts[name]})`])}
			/>
		</search>
	);
}
