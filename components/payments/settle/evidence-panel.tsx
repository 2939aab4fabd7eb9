"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AmountComparison } from "#components/payments/settle/amount-comparison.tsx";
import { BalanceRows } from "#components/payments/settle/balance-rows.tsx";
import { EvidenceRow } from "#components/payments/settle/evidence-row.tsx";
import { MovementRows } from "#components/payments/settle/movement-rows.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";

interface EvidencePanelProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	/** Reads the wallet again, for those who may ask for it. */
	action?: ReactNode;
}

/** What the mirror and the looks at the wallet say of this payment; it changes by itself with them. */
export function EvidencePanel({ payment, evidence, action }: EvidencePanelProps) {
	const t = useTranslations("settlement.evidence");
	return (
		<section className="mb-8" aria-busy={evidence === undefined}>
			<div className="flex items-baseline justify-between gap-3">
				<SectionTitle>{t("title")}</SectionTitle>
				{action}
			</div>
			{evidence ? <AmountComparison evidence={evidence} /> : null}
			<Table caption={t("title")}>
				<tbody>
					{evidence ? (
						<>
							<MovementRows kind={payment.kind} evidence={evidence} />
							<BalanceRows evidence={evidence} />
						</>
					) : (
						["one", "before", "after", "difference"].map((row) => <EvidenceRow key={row} label={"\u00a0"} />)
					)}
				</tbody>
			</Table>
			<EvidenceLimits evidence={evidence} />
		</section>
	);
}

/** How far what stands above may be trusted. */
function EvidenceLimits({ evidence }: { evidence: EvidenceView | undefined }) {
	const t = useTranslations("settlement.evidence");
	const syncedAt = evidence?.mirror.syncedAt;
	return (
		<p className="mt-2.5 text-ink-2 text-xs">
			{t("absence")} {evidence?.mirror.mayBeCut ? <strong className="font-[560] text-ink">{t("cut")} </strong> : null}
			{evidence && evidence.mirror.unreadable > 0 ? (
				<strong className="font-[560] text-ink">{t("incomplete", { count: evidence.mirror.unreadable })} </strong>
			) : null}
			{evidence && evidence.movements.rivals > 0 ? (
				<strong className="font-[560] text-ink">{t("rivals", { count: evidence.movements.rivals })} </strong>
			) : null}
			{syncedAt ? t.rich("synced", { at: () => <Time at={syncedAt} as="asOf" className="num" /> }) : null}
			{evidence && !syncedAt ? t("never") : null}
			{evidence?.mirror.fault ? ` ${t("fault")}` : null}
		</p>
	);
}
