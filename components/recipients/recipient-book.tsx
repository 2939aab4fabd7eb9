"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RecipientFilters } from "#components/recipients/recipient-filters.tsx";
import { type RecipientView, recipientsPath } from "#components/recipients/recipient-query.ts";
import { RecipientTable } from "#components/recipients/recipient-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ViewLink } from "#components/ui/view-link.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import type { Recipient, RecipientQuery } from "#lib/contracts/recipient.ts";
import { formatPhone } from "#lib/phone.ts";
import { mergeRecipients, recipientQueries } from "#lib/queries/recipients.ts";
import { searchTerms } from "#lib/text/search-text.ts";

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

/** Each group of doubles on this page, with a button for every number that may stay. */
function DoublesNote({ items }: { items: readonly Recipient[] }) {
	const t = useTranslations("recipients");
	const errorText = useErrorText();
	const client = useQueryClient();
	const merge = useMutation({
		mutationFn: ({ kept, doubles }: { kept: Recipient; doubles: readonly Recipient[] }) =>
			mergeRecipients(kept.id, { version: kept.version, doubles: doubles.map(({ id }) => id) }),
		onSuccess: ({ name }) => toast(t("merged", { name })),
		onError: (error) => toast(errorText(error), "danger"),
		onSettled: () => client.invalidateQueries({ queryKey: recipientQueries.all }),
	});
	const keyOf = ({ name }: Recipient) => searchTerms(name, Number.POSITIVE_INFINITY).join(" ");
	const groups = [...Map.groupBy(items, keyOf).values()].filter((group) => group.length > 1);
	return groups.map((group) => (
		<Notice
			key={group[0]?.id}
			tone="neutral"
			className="mb-4"
			action={
				<fieldset aria-label={t("mergeWhich", { name: group[0]?.name ?? "" })} className="flex flex-wrap gap-2">
					{group.map((kept) => (
						<Button
							key={kept.id}
							busy={merge.isPending && merge.variables.kept.id === kept.id}
							onClick={() => merge.mutate({ kept, doubles: group.filter((one) => one !== kept) })}
						>
							<span className="num">{formatPhone(kept.number)}</span>
						</Button>
					))}
				</fieldset>
			}
		>
			{t("mergeWhich", { name: group[0]?.name ?? "" })}
		</Notice>
	));
}
