"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState } from "react";
import { FindingCard } from "#components/reconciliation/finding-card.tsx";
import { FindingPages } from "#components/reconciliation/finding-pages.tsx";
import type { ReconciliationView } from "#components/reconciliation/reconciliation-address.ts";
import type { Asked } from "#components/reconciliation/send-decision.ts";
import { cx } from "#components/ui/class-names.ts";
/** The queue: what the machine could not tell, one piece after another, each with what a person may say. Page by page. */
import { DeskLink } from "#components/ui/desk-link.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import type { Reconciliation } from "#lib/contracts/reconciliation.ts";
import { formatCount } from "#lib/counts.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

const DecisionDialog = lazy(() => import("#components/reconciliation/decision-dialog.tsx"));

interface FindingListProps {
	view: ReconciliationView;
	/** With the first page of the queue. */
	data: Reconciliation;
	mayDecide: boolean;
}

export function FindingList({ view, data, mayDecide }: FindingListProps) {
	const t = useTranslations("reconciliation");
	const [asked, setAsked] = useState<Asked | null>(null);
	const queue = useRef<HTMLElement>(null);
	const { currency } = data;
	const later = useQuery({
		...reconciliationQueries.findings(currency, view.after ?? ""),
		enabled: view.after !== undefined,
	});
	const list = view.after === undefined ? data : later.data;
	// Who turns the page reads on at its beginning, by keyboard and screen reader, too.
	const toStart = () => queue.current?.focus();
	return (
		<section ref={queue} tabIndex={-1} aria-labelledby="to-decide" className="mb-9 scroll-mt-24 outline-none">
			<SectionTitle id="to-decide">{t("queue")}</SectionTitle>
			{view.after === undefined ? null : <ReadFault query={later} />}
			{list ? (
				<div className={cx("transition-opacity", view.after && later.isPlaceholderData && "opacity-60")}>
					{list.findings.length === 0 ? (
						<NothingHere isFirst={view.after === undefined} hasBooks={data.booksFrom !== null} />
					) : (
						<ul className="rounded-lg border border-line bg-surface">
							{list.findings.map((finding) => (
								<FindingCard
									key={finding.id}
									finding={finding}
									currency={currency}
									onAsk={mayDecide ? setAsked : null}
								/>
							))}
						</ul>
					)}
					<FindingPages
						view={view}
						list={list}
						waiting={view.after !== undefined && later.isPlaceholderData}
						onTurn={toStart}
					/>
					{list.nextFindings === null ? <Beyond count={list.findingsBeyond} currency={currency} /> : null}
				</div>
			) : null}
			{list && list.findings.length > 0 && !mayDecide ? (
				<p className="mt-2 text-ink-2 text-xs">{t("othersDecide")}</p>
			) : null}
			<Suspense>
				{asked ? <DecisionDialog asked={asked} currency={currency} onClose={() => setAsked(null)} /> : null}
			</Suspense>
		</section>
	);
}

function NothingHere({ isFirst, hasBooks }: { isFirst: boolean; hasBooks: boolean }) {
	const t = useTranslations("reconciliation");
	if (!isFirst) return <EmptyState title={t("queuePageEmpty")}>{t("queuePageEmptyWhy")}</EmptyState>;
	return <EmptyState title={t("queueEmpty")}>{hasBooks ? t("queueEmptyWhy") : t("noBooks")}</EmptyState>;
}

/** What stands on no page is said on the last. */
function Beyond({ count, currency }: { count: number; currency: string }) {
	const t = useTranslations("reconciliation");
	const locale = useLocale() as Locale;
	if (count === 0) return null;
	return (
		<p className="mt-2 text-ink-2 text-xs">
			{t.rich("queueBeyond", {
				count,
				rows: formatCount(count, locale),
				link: (text) => (
					<DeskLink href={`/movements?currency=${currency}&type=deposit`} className="underline">
						{text}
					</DeskLink>
				),
			})}
		</p>
	);
}
