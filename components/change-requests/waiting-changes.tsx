"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { ChangeCards } from "#components/change-requests/change-cards.tsx";
import { OnlyAdminNotice } from "#components/change-requests/only-admin-notice.tsx";
import { CHANGE_KIND_FACTS } from "#lib/change-kinds.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";

export function WaitingChanges() {
	const t = useTranslations("changes");
	const titleId = useId();
	const pathname = usePathname();
	const changes = useQuery(changeRequestQueries.now()).data;
	if (!changes) return null;
	const here = changes.waiting.filter(({ kind }) => CHANGE_KIND_FACTS[kind].place === pathname);
	return (
		<>
			{changes.alone || changes.aloneFrom ? <OnlyAdminNotice from={changes.aloneFrom} /> : null}
			{here.length > 0 ? (
				<section aria-labelledby={titleId} className="mb-7">
					<h2 id={titleId} className="mb-3 font-semibold text-md">
						{t("waitsHere")}
					</h2>
					<ChangeCards requests={here} />
				</section>
			) : null}
		</>
	);
}
