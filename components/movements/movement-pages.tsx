"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMovementSums } from "#components/movements/movement-totals.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { DayJump } from "#components/ui/fields/day-jump.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import type { MovementList } from "#lib/contracts/movement.ts";
import { type MovementView, movementPagePath, movementViewPath, USUAL_SORT } from "#lib/movements/movement-view.ts";
import { formatCount } from "#lib/text/counts.ts";

interface MovementPagesProps {
	view: MovementView;
	list: MovementList;
	waiting: boolean;
}

/** Links to the next and the previous page. Each page has an address with a cursor; the previous one is known only if it was visited. */
export function MovementPages({ view, list, waiting }: MovementPagesProps) {
	const t = useTranslations("movements");
	const common = useTranslations("common");
	const locale = useLocale();
	const { page, query } = view;
	const sums = useMovementSums(view, list.isArriving);
	const next = waiting ? null : list.nextCursor;
	if (page === 1 && !query.cursor && !list.nextCursor) return null;
	const first = (page - 1) * query.limit + 1;
	const range = { first: formatCount(first, locale), last: formatCount(first + list.items.length - 1, locale) };
	const total = sums ? formatCount(sums.total + sums.withdrawn, locale) : "…";
	const back = page > 1 ? pageCursor(view, page - 1) : undefined;
	return (
		<nav aria-label={common("pages")} className="mt-5 flex flex-wrap items-center justify-end gap-3">
			<p aria-live="polite" className="mr-auto text-ink-2 text-xs tabular-nums">
				{page > 0 ? t(sums?.isAtLeast ? "pageRangeAtLeast" : "pageRange", { ...range, total }) : null}
			</p>
			<div className="flex gap-2">
				{query.cursor ? <PageLink href={movementPagePath(view, undefined, 1)}>{common("firstPage")}</PageLink> : null}
				{back !== undefined ? (
					<PageLink href={movementPagePath(view, back || undefined, page - 1)}>
						<Icon name="chevron-left" />
						{t("newer")}
					</PageLink>
				) : null}
				{next ? (
					<PageLink href={movementPagePath(view, next, page > 0 ? page + 1 : 0)} onFollow={() => rememberPage(view)}>
						{t("older")}
						<Icon name="chevron-right" />
					</PageLink>
				) : null}
			</div>
			{query.sort === USUAL_SORT ? (
				<DayJump cursor={query.cursor} pathOf={(day) => movementPagePath(view, day, 0)} />
			) : null}
		</nav>
	);
}

interface PageLinkProps {
	href: string;
	onFollow?: () => void;
	children: ReactNode;
}

function PageLink({ href, onFollow, children }: PageLinkProps) {
	const follow = () => {
		onFollow?.();
		document.getElementById("content")?.scrollIntoView();
	};
	return (
		<ViewLink href={href} onClick={follow} className={buttonClass("secondary", "md")}>
			{children}
		</ViewLink>
	);
}

/** Cursors of visited pages of the newest view, because an answer has only the cursor of the next page. Lost when the tab is reloaded. */
let trail = { view: "", cursors: new Map<number, string>() };

function rememberPage(view: MovementView): void {
	const name = nameOf(view);
	if (trail.view !== name) trail = { view: name, cursors: new Map() };
	trail.cursors.set(view.page, view.query.cursor ?? "");
}

/** Returns the cursor of a page: "" for the first page, undefined for a page that was not visited. */
function pageCursor(view: MovementView, page: number): string | undefined {
	if (page === 1) return "";
	return trail.view === nameOf(view) ? trail.cursors.get(page) : undefined;
}

/** Includes the page size, because pages of another size start at other rows. */
function nameOf(view: MovementView): string {
	return `${movementViewPath(view)} ${view.query.limit}`;
}
