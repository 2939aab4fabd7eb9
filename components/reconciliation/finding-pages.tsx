"use client";
import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { ViewLink } from "#components/ui/view-link.tsx";
import type { FindingList } from "#lib/contracts/reconciliation.ts";
import { formatCount } from "#lib/counts.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { PAGE_ROWS } from "#lib/view-address.ts";

interface FindingPagesProps {
	view: ReconciliationView;
	list: FindingList;
	/** Still the page before: the way onwards is not known yet. */
	waiting: boolean;
	/** Before the address changes. */
	onTurn: () => void;
}

/** Onwards by the last piece seen; back by the browser or to the start. */
export function FindingPages({ view, list, waiting, onTurn }: FindingPagesProps) {
	const t = useTranslations("reconciliation");
	const locale = useLocale() as Locale;
	const { currency, month, after, page } = view;
	const next = waiting ? null : list.nextFindings;
	if (!after && !list.nextFindings) return null;
	const first = (page - 1) * PAGE_ROWS + 1;
	const range = { first: formatCount(first, locale), last: formatCount(first + list.findings.length - 1, locale) };
	const total = formatCount(list.findingCount - list.findingsBeyond, locale);
	return (
		<nav aria-label={t("queuePages")} className="mt-3 flex flex-wrap items-center justify-between gap-3">
			<p aria-live="polite" className="text-ink-2 text-xs tabular-nums">
				{page > 0 && list.findings.length > 0 ? t("queueRange", { ...range, total }) : null}
			</p>
			<div className="flex gap-2">
				{after ? (
					<ViewLink href={reconciliationPath({ currency, month })} onClick={onTurn} className={buttonClass()}>
						{t("queueFirst")}
					</ViewLink>
				) : null}
				{next ? (
					<ViewLink
						href={reconciliationPath({ currency, month, after: next, page: page > 0 ? page + 1 : 0 })}
						onClick={onTurn}
						className={buttonClass()}
					>
						{t("queueNext")}
						<ChevronRight aria-hidden="true" />
					</ViewLink>
				) : null}
			</div>
		</nav>
	);
}
