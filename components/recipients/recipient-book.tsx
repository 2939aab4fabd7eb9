"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RecipientFilters } from "#components/recipients/recipient-filters.tsx";
import { type RecipientView, recipientsPath } from "#components/recipients/recipient-query.ts";
import { RecipientTable } from "#components/recipients/recipient-table.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { CursorPages } from "#components/ui/page/cursor-pages.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { toast } from "#components/ui/toast.tsx";
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
					{view.view === "doubles" && mayManage ? <DuplicatesNote items={data.items} /> : null}
					{data.items.length > 0 ? (
						<RecipientTable items={data.items} total={data.total} onOpen={onOpen} />
					) : (
						<EmptyState title={isFiltered(query) ? t("noMatchTitle") : t("emptyTitle")}>
							{isFiltered(query) ? t("noMatchWhy") : t("emptyWhy")}
						</EmptyState>
					)}
					<CursorPages
						first={view.cursor ? recipientsPath(view) : null}
						next={data.nextCursor && recipientsPath(view, { cursor: data.nextCursor })}
						nextText={t("next")}
					/>
				</div>
			) : null}
		</>
	);
}

/** Shows each group of recipients with the same name on this page, with a button per number that merges the others into it. */
function DuplicatesNote({ items }: { items: readonly Recipient[] }) {
	const t = useTranslations("recipients");
	const [asked, setAsked] = useState<{ kept: Recipient; doubles: readonly Recipient[] } | null>(null);
	const keyOf = ({ name }: Recipient) => searchTerms(name, Number.POSITIVE_INFINITY).join(" ");
	const groups = [...Map.groupBy(items, keyOf).values()].filter((group) => group.length > 1);
	return (
		<>
			{groups.map((group) => (
				<Notice
					key={group[0]?.id}
					tone="neutral"
					className="mb-4"
					action={
						<fieldset aria-label={t("mergeWhich", { name: group[0]?.name ?? "" })} className="flex flex-wrap gap-2">
							{group.map((kept) => (
								<Button key={kept.id} onClick={() => setAsked({ kept, doubles: group.filter((one) => one !== kept) })}>
									<span className="num">{formatPhone(kept.number)}</span>
								</Button>
							))}
						</fieldset>
					}
				>
					{t("mergeWhich", { name: group[0]?.name ?? "" })}
				</Notice>
			))}
			{asked ? <MergeDialog {...asked} onClose={() => setAsked(null)} /> : null}
		</>
	);
}

interface MergeDialogProps {
	kept: Recipient;
	doubles: readonly Recipient[];
	onClose: () => void;
}

/** Asks to confirm a merge, and shows the numbers that it archives, because two people may have the same name. */
function MergeDialog({ kept, doubles, onClose }: MergeDialogProps) {
	const t = useTranslations("recipients");
	const { id, name, version } = kept;
	const numbers = doubles.map(({ number }) => formatPhone(number)).join(", ");
	return (
		<ReasonDialog
			texts={{
				title: t("mergeTitle", { number: formatPhone(kept.number) }),
				body: t("mergeBody", { name, count: doubles.length, numbers }),
				act: t("merge"),
			}}
			act={() => mergeRecipients(id, { version, doubles: doubles.map((double) => double.id) })}
			onDone={() => toast(t("merged", { name }))}
			onClose={onClose}
		/>
	);
}
