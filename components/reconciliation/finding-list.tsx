"use client";
/** The queue: what the machine could not tell, one piece after another, each with what a person may say. */
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { FindingCard } from "#components/reconciliation/finding-card.tsx";
import type { Asked } from "#components/reconciliation/send-decision.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionTitle } from "#components/ui/section-title.tsx";
import type { Reconciliation } from "#lib/contracts/reconciliation.ts";

const DecisionDialog = lazy(() => import("./decision-dialog.tsx"));

export function FindingList({ data, mayDecide }: { data: Reconciliation; mayDecide: boolean }) {
	const t = useTranslations("reconciliation");
	const [asked, setAsked] = useState<Asked | null>(null);
	const { findings, findingCount, currency } = data;
	return (
		<section aria-labelledby="to-decide" className="mb-9">
			<SectionTitle id="to-decide">{t("queue")}</SectionTitle>
			{findings.length === 0 ? (
				<EmptyState title={t("queueEmpty")}>{data.booksFrom ? t("queueEmptyWhy") : t("noBooks")}</EmptyState>
			) : (
				<ul className="rounded-lg border border-line bg-surface">
					{findings.map((finding) => (
						<FindingCard key={finding.id} finding={finding} currency={currency} onAsk={mayDecide ? setAsked : null} />
					))}
				</ul>
			)}
			{findingCount > findings.length ? (
				<p className="mt-2 text-ink-2 text-xs">{t("queueMore", { count: findingCount - findings.length })}</p>
			) : null}
			{findings.length > 0 && !mayDecide ? <p className="mt-2 text-ink-2 text-xs">{t("othersDecide")}</p> : null}
			<Suspense>
				{asked ? <DecisionDialog asked={asked} currency={currency} onClose={() => setAsked(null)} /> : null}
			</Suspense>
		</section>
	);
}
