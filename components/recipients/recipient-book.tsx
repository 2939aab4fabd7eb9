"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DoublesNote } from "#components/recipients/doubles-note.tsx";
import { RecipientFilters } from "#components/recipients/recipient-filters.tsx";
import { type RecipientView, recipientsPath } from "#components/recipients/recipient-query.ts";
import { RecipientTable } from "#components/recipients/recipient-table.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { Recipient, RecipientQuery } from "#lib/contracts/recipient.ts";
import { recipientQueries } from "#lib/queries/recipients.ts";

interface RecipientBookProps {
	view: RecipientView;
	query: Partial<RecipientQuery>;
	mayManage: boolean;
	onOpen: (recipient: Recipient) => void;
}

export function RecipientBook({ view, query, mayManage, onOpen }: RecipientBookProps) {
	const t = useTranslations("recipients");
	const list = useQuery(recipientQueries.list(query));
	const { data } = list;
	return (
		<>
			<RecipientFilters view={view} groups={data?.groups ?? []} />
			<ReadFault query={list} />
			{data ? (
				<div className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}>
					{view.view === "doubles" && mayManage ? <DoublesNote items={data.items} /> : null}
					{data.items.length > 0 ? (
						<RecipientTable items={data.items} total={data.total} onOpen={onOpen} />
					) : (
						<EmptyState title={isFiltered(query) ? t("noMatchTitle") : t("emptyTitle")}>
							{isFiltered(query) ? t("noMatchWhy") : t("emptyWhy")}
						</EmptyState>
					)}
					{data.nextCursor || view.cursor ? (
						<nav aria-label={t("pages")} className="mt-4 flex justify-end gap-2">
							{view.cursor ? (
								<ViewLink href={recipientsPath(view)} className={buttonClass()}>
									{t("firstPage")}
								</ViewLink>
							) : null}
							{data.nextCursor ? (
								<ViewLink href={recipientsPath(view, { cursor: data.nextCursor })} className={buttonClass()}>
									{t("next")}
									<Icon name="chevron-right" />
								</ViewLink>
							) : null}
						</nav>
					) : null}
				</div>
			) : null}
		</>
	);
}
