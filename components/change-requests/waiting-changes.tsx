"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { AloneNotice } from "#components/change-requests/alone-notice.tsx";
import { ChangeCard } from "#components/change-requests/change-card.tsx";
import type { ChangeKind } from "#lib/contracts/change-request.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";

/** Where a change of each kind is asked for. */
const PLACES: Record<ChangeKind, string> = {
	payout_rule: "/settings/payouts",
	payment_expiry: "/settings/payouts",
	final_failure: "/settings/service",
	member_added: "/settings/members",
	member_changed: "/settings/members",
	database_doubt: "/settings/configuration",
	second_factor_reset: "/settings/members",
	second_factor_policy: "/settings/members",
	password_sign_in: "/settings/sign-in",
};

/** On the page of Settings that it would change: what waits there, with before and after. */
export function WaitingChanges() {
	const t = useTranslations("changes");
	const titleId = useId();
	const pathname = usePathname();
	const changes = useQuery(changeRequestQueries.now()).data;
	if (!changes) return null;
	const here = changes.waiting.filter(({ kind }) => PLACES[kind] === pathname);
	return (
		<>
			{changes.alone && pathname !== "/settings/operators" ? <AloneNotice /> : null}
			{here.length > 0 ? (
				<section aria-labelledby={titleId} className="mb-7">
					<h2 id={titleId} className="mb-3 font-semibold text-md">
						{t("waitsHere")}
					</h2>
					<ul data-wide className="grid gap-3 wide:grid-cols-2">
						{here.map((request) => (
							<li key={request.id}>
								<ChangeCard request={request} />
							</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
}
