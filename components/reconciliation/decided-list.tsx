"use client";
/** People's latest verdicts: who, when, why. A new verdict reverts an old one. */
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import type { Asked } from "#components/reconciliation/send-decision.ts";
import { LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Decided } from "#lib/contracts/reconciliation.ts";

const DecisionDialog = lazy(() => import("#components/reconciliation/decision-dialog.tsx"));

interface DecidedListProps {
	decided: readonly Decided[];
	currency: string;
	mayDecide: boolean;
}

export function DecidedList({ decided, currency, mayDecide }: DecidedListProps) {
	const t = useTranslations("reconciliation");
	const verdicts = useTranslations("reconciliation.dialog.verdicts");
	const [asked, setAsked] = useState<Asked | null>(null);
	if (decided.length === 0) return null;
	return (
		<details className="mb-9 border-line border-b pb-3">
			<summary className="cursor-pointer font-semibold text-[0.8125rem]">
				{t("decided", { count: decided.length })}
			</summary>
			<ul className="mt-2">
				{decided.map(({ id, decision, line, payment }) => (
					<li
						key={id}
						className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-2.5 not-first:border-t"
					>
						<div className="grid min-w-0 gap-0.5 text-sm">
							{line ? <LineText line={line} currency={currency} /> : null}
							{payment ? <PaymentText payment={payment} currency={currency} /> : null}
							<p className="wrap-anywhere text-ink-2 text-xs">
								<strong className="font-[550] text-ink">{verdicts(decision.verdict)}</strong>
								{decision.reference ? ` · ${decision.reference}` : null} · {decision.reason} · {decision.by},{" "}
								<Time at={decision.at} as="momentShort" />
							</p>
						</div>
						{mayDecide && !line?.withdrawnAt ? (
							<Button size="sm" onClick={() => setAsked({ undo: { line, payment } })}>
								{t("takeBack")}
							</Button>
						) : null}
					</li>
				))}
			</ul>
			<Suspense>
				{asked ? <DecisionDialog asked={asked} currency={currency} onClose={() => setAsked(null)} /> : null}
			</Suspense>
		</details>
	);
}
