"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { ViewLink } from "#components/ui/view-link.tsx";
import { SaveViewForm } from "#components/views/save-view-form.tsx";
import { useKeepLayout } from "#components/views/use-keep-layout.ts";
import { useLayout } from "#components/views/use-layout.ts";
import type { SavedView } from "#lib/contracts/view.ts";
import { dayOf } from "#lib/dates.ts";
import type { ListName } from "#lib/lists/list-columns.ts";
import { openedQuery, savedPeriod, savedQuery } from "#lib/lists/saved-query.ts";
import { choosePeriod, chosenPeriod } from "#lib/movements/periods.ts";
import { removeView, viewQueries } from "#lib/queries/views.ts";

const ReasonDialog = loadOnDemand(async () => ({
	default: (await import("#components/ui/dialog/reason-dialog.tsx")).ReasonDialog,
}));

/** A view contains filters, order, columns, rows per page and row height. */
export function SavedViews({ list, onOpened }: { list: ListName; onOpened: () => void }) {
	const t = useTranslations("views");
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const here = savedQuery(useSearchParams(), today, chosenPeriod());
	const { columns, density, rows } = useLayout(list);
	const views = useQuery(viewQueries.of(list)).data?.views ?? [];
	const isHere = (view: SavedView) =>
		view.query === here && view.density === density && view.rows === rows && String(view.columns) === String(columns);
	return (
		<section className="grid gap-2" aria-label={t("title")}>
			<h2 className="font-[560] text-ink-2 text-xs">{t("title")}</h2>
			{views.length === 0 ? (
				<p className="text-ink-2 text-xs">{t("none")}</p>
			) : (
				<ul aria-label={t("title")} className="-mx-1.5 grid max-h-[32dvh] grid-cols-1 overflow-y-auto text-sm">
					{views.map((view) => (
						<ViewRow
							key={view.id}
							{...{ view, list, onOpened }}
							href={`/${list}?${openedQuery(view.query, today)}`}
							isHere={isHere(view)}
						/>
					))}
				</ul>
			)}
			<SaveViewForm
				key={here}
				list={list}
				here={{ query: here, columns, density, rows }}
				own={views.filter(({ by }) => by === null)}
			/>
		</section>
	);
}

interface ViewRowProps {
	view: SavedView;
	list: ListName;
	href: string;
	isHere: boolean;
	onOpened: () => void;
}

function ViewRow({ view, list, href, isHere, onOpened }: ViewRowProps) {
	const t = useTranslations("views");
	const keep = useKeepLayout(list);
	const [isRemoving, setRemoving] = useState(false);
	const { name, by, shared, columns, density, rows } = view;
	const owner = by === null ? (shared ? t("shared") : null) : t("by", { name: by });
	return (
		<li className="flex items-center gap-1">
			<ViewLink
				href={href}
				aria-current={isHere || undefined}
				onClick={() => {
					choosePeriod(savedPeriod(view.query) ?? Object.fromEntries(new URLSearchParams(view.query)));
					keep({ columns, density, rows });
					onOpened();
				}}
				className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-[6px] px-1.5 py-1 hover:bg-neutral-soft aria-[current]:font-semibold"
			>
				<span className="min-w-0">
					<span className="block truncate" title={name}>
						{name}
					</span>
					{owner ? <span className="block truncate font-normal text-ink-2 text-xs">{owner}</span> : null}
				</span>
				{isHere ? <Icon name="check" className="ml-auto size-4 shrink-0 text-accent" /> : null}
			</ViewLink>
			{view.mayRemove ? (
				<Button
					variant="ghost"
					aria-label={t("remove", { name })}
					onClick={() => setRemoving(true)}
					className="size-8 px-0!"
				>
					<Icon name="x" />
				</Button>
			) : null}
			{isRemoving ? (
				<ReasonDialog
					texts={{
						title: t("removeTitle", { name }),
						body: t(shared ? "removeShared" : "removeOwn"),
						act: t("removeAct"),
					}}
					danger
					act={() => removeView(view.id)}
					onDone={() => {}}
					onClose={() => setRemoving(false)}
				/>
			) : null}
		</li>
	);
}
