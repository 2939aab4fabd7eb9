"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AloneNotice } from "#components/change-requests/alone-notice.tsx";
import { ChangeCard } from "#components/change-requests/change-card.tsx";
import { DecidedChanges } from "#components/change-requests/decided-changes.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";

/** What would loosen a guard and waits for a second admin, and what became of what waited. */
export function ChangesView() {
	const t = useTranslations("changes");
	const list = useQuery(changeRequestQueries.now());
	const changes = list.data;
	return (
		<>
			<ReadFault query={list} />
			{changes ? (
				<>
					<p className="mb-5 max-w-[68ch] text-ink-2 text-sm">{t("lead")}</p>
					{changes.alone ? <AloneNotice /> : null}
					<h2 className="mb-3 font-semibold text-md">{t("waiting", { count: changes.waiting.length })}</h2>
					{changes.waiting.length === 0 ? <EmptyState title={t("emptyTitle")}>{t("emptyWhy")}</EmptyState> : null}
					<ul data-wide className="grid gap-3 wide:grid-cols-2">
						{changes.waiting.map((request) => (
							<li key={request.id}>
								<ChangeCard request={request} />
							</li>
						))}
					</ul>
					{changes.decided.length > 0 ? (
						<>
							<h2 className="mt-8 mb-3 font-semibold text-md">{t("decided")}</h2>
							<DecidedChanges requests={changes.decided} />
						</>
					) : null}
				</>
			) : null}
		</>
	);
}
