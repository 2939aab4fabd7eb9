"use client";
import { useLocale, useTranslations } from "next-intl";
import { type ReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import type { ExceptionList } from "#lib/contracts/reconciliation.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { formatCount } from "#lib/text/counts.ts";

interface ExceptionPagesProps {
	view: ReconciliationView;
	list: ExceptionList;
	/** Still shows the previous page: the next cursor is unknown. */
	waiting: boolean;
	/** Called before the address changes. */
	onTurn: () => void;
}

/** Forward from the last exception; back by the browser or to the start. */
export function ExceptionPages({ view, list, waiting, onTurn }: ExceptionPagesProps) {
	const t = useTranslations("reconciliation");
	const locale = useLocale() as Locale;
	const { currency, month, after, page } = view;
	const next = waiting ? null : list.nextExceptions;
	if (!after && !list.nextExceptions) return null;
	const first = (page - 1) * PAGE_ROWS + 1;
	const range = { first: formatCount(first, locale), last: formatCount(first + list.exceptions.length - 1, locale) };
	const total = formatCount(list.exceptionCount - list.exceptionsBeyond, locale);
	return (
		<nav aria-label={t("queuePages")} className="mt-3 flex flex-wrap items-center justify-between gap-3">
			<p aria-live="polite" className="text-ink-2 text-xs tabular-nums">
				{page > 0 && list.exceptions.length > 0 ? t("queueRange", { ...range, total }) : null}
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
						<Icon name="chevron-right" />
					</ViewLink>
				) : null}
			</div>
		</nav>
	);
}
