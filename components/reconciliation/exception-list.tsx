"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { ExceptionCard } from "#components/reconciliation/exception-card.tsx";
import type { Asked } from "#components/reconciliation/line-decision-dialog.tsx";
import { type ReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { CursorPages } from "#components/ui/page/cursor-pages.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import type { ExceptionList as ExceptionPage, Reconciliation } from "#lib/contracts/reconciliation.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";
import { formatCount } from "#lib/text/counts.ts";

interface ExceptionListProps {
	view: ReconciliationView;
	/** Contains the first page of the queue. */
	data: Reconciliation;
	viewerId: string;
	/** Null for read-only viewers. */
	onAsk: ((asked: Asked) => void) | null;
}

export function ExceptionList({ view, data, viewerId, onAsk }: ExceptionListProps) {
	const t = useTranslations("reconciliation");
	const queue = useRef<HTMLElement>(null);
	const { currency } = data;
	const later = useQuery({
		...reconciliationQueries.exceptions(currency, view.after ?? ""),
		enabled: view.after !== undefined,
	});
	const list = view.after === undefined ? data : later.data;
	const toStart = () => queue.current?.focus();
	return (
		<section ref={queue} tabIndex={-1} aria-labelledby="to-decide" className="mb-9 scroll-mt-24 outline-none">
			<SectionTitle id="to-decide">{t("queue")}</SectionTitle>
			{view.after === undefined ? null : <ReadFault query={later} />}
			{list ? (
				<div className={cx("transition-opacity", view.after && later.isPlaceholderData && "opacity-60")}>
					{list.exceptions.length === 0 ? (
						<NothingHere isFirst={view.after === undefined} hasBooks={data.booksFrom !== null} />
					) : (
						<ul className="rounded-lg border border-line bg-surface">
							{list.exceptions.map((exception) => (
								<ExceptionCard
									key={exception.id}
									exception={exception}
									currency={currency}
									viewerId={viewerId}
									onAsk={onAsk}
								/>
							))}
						</ul>
					)}
					<ExceptionPages
						view={view}
						list={list}
						waiting={view.after !== undefined && later.isPlaceholderData}
						onTurn={toStart}
					/>
					{list.nextExceptions === null ? <Beyond count={list.exceptionsBeyond} currency={currency} /> : null}
				</div>
			) : null}
			{list && list.exceptions.length > 0 && !onAsk ? (
				<p className="mt-2 text-ink-2 text-xs">{t("othersDecide")}</p>
			) : null}
		</section>
	);
}

function NothingHere({ isFirst, hasBooks }: { isFirst: boolean; hasBooks: boolean }) {
	const t = useTranslations("reconciliation");
	if (!isFirst) return <EmptyState title={t("queuePageEmpty")}>{t("queuePageEmptyWhy")}</EmptyState>;
	return <EmptyState title={t("queueEmpty")}>{hasBooks ? t("queueEmptyWhy") : t("noBooks")}</EmptyState>;
}

/** Tells, below the last page, how many older unmatched lines are counted but not listed. */
function Beyond({ count, currency }: { count: number; currency: string }) {
	const t = useTranslations("reconciliation");
	const locale = useLocale();
	if (count === 0) return null;
	return (
		<p className="mt-2 text-ink-2 text-xs">
			{t.rich("queueBeyond", {
				count,
				rows: formatCount(count, locale),
				link: (text) => (
					<DeskLink href={`/movements?currency=${currency}`} className="underline">
						{text}
					</DeskLink>
				),
			})}
		</p>
	);
}

interface ExceptionPagesProps {
	view: ReconciliationView;
	list: ExceptionPage;
	/** True while the next page loads and the old one is still shown, so that the next cursor is unknown. */
	waiting: boolean;
	/** Called before the address changes. */
	onTurn: () => void;
}

function ExceptionPages({ view, list, waiting, onTurn }: ExceptionPagesProps) {
	const t = useTranslations("reconciliation");
	const locale = useLocale();
	const { currency, month, after, page } = view;
	const next = waiting ? null : list.nextExceptions;
	const first = (page - 1) * PAGE_ROWS + 1;
	const range = { first: formatCount(first, locale), last: formatCount(first + list.exceptions.length - 1, locale) };
	const total = formatCount(list.exceptionCount - list.exceptionsBeyond, locale);
	return (
		<CursorPages
			label={t("queuePages")}
			first={after ? reconciliationPath({ currency, month }) : null}
			next={next && reconciliationPath({ currency, month, after: next, page: page > 0 ? page + 1 : 0 })}
			nextText={t("queueNext")}
			onFollow={onTurn}
			lead={
				<p aria-live="polite" className="mr-auto text-ink-2 text-xs tabular-nums">
					{page > 0 && list.exceptions.length > 0 ? t("queueRange", { ...range, total }) : null}
				</p>
			}
		/>
	);
}
