"use client";
import { useTranslations } from "next-intl";
import { placeOf, titleOf } from "#components/overview/need-place.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import type { Need } from "#lib/contracts/overview.ts";

/** Shows what other members have to answer. */
export default function WaitingList({ needs }: { needs: readonly Need[] }) {
	const t = useTranslations("home");
	return (
		<section aria-labelledby="waiting" className="mt-6">
			<SectionTitle id="waiting">{t("waiting.title")}</SectionTitle>
			<ul className="rounded-lg border border-line bg-surface">
				{needs.map((need) => (
					<li
						key={`${need.kind}${need.payment?.kind ?? ""}`}
						className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 border-line px-4 py-2 not-first:border-t max-sm:py-2.5"
					>
						<DeskLink
							href={need.kind === "approval" ? "/payouts?state=awaiting_approval" : placeOf(need)}
							className="rounded-sm font-[520] hover:underline"
						>
							{need.kind === "approval"
								? t("waiting.approval", { count: need.count })
								: t(`need.${titleOf(need, needs)}`, { count: need.count, currency: need.currency ?? "" })}
						</DeskLink>
						{need.amount && need.currency ? (
							<Money amount={need.amount} currency={need.currency} className="text-ink-2 text-xs" />
						) : null}
					</li>
				))}
			</ul>
		</section>
	);
}
