"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { ReferenceForm } from "#components/payments/settle/reference-form.tsx";
import { SettleDialog } from "#components/payments/settle/settle-dialog.tsx";
import { VerdictList } from "#components/payments/settle/verdict-list.tsx";
import { useNow } from "#components/payments/use-now.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { awaitsReference, type VerdictOutcome } from "#lib/payment-state.ts";

interface SettleCardProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	viewer: Viewer;
	/** The server's render time, ISO. */
	start: string;
}

/** Two ways to settle: a reference that the service confirms, or the same verdict from two people. */
export function SettleCard({ payment, evidence, viewer, start }: SettleCardProps) {
	const t = useTranslations("settlement");
	return (
		<Card>
			<SectionTitle>{t("title")}</SectionTitle>
			{awaitsReference(payment.state) ? (
				<>
					<ReferenceForm payment={payment} answers={evidence?.answers ?? []} />
					<hr className="my-4 border-line" />
				</>
			) : null}
			{evidence ? <VerdictOfTwo payment={payment} evidence={evidence} viewer={viewer} start={start} /> : null}
		</Card>
	);
}

type Known = SettleCardProps & { evidence: EvidenceView };

function VerdictOfTwo({ payment, evidence, viewer, start }: Known) {
	const t = useTranslations("settlement");
	const [outcome, setOutcome] = useState<VerdictOutcome | null>(null);
	const { verdicts } = evidence;
	const own = verdicts.some(({ member }) => member.id === viewer.id);
	const maySpeak = !own && verdicts.length < 2;
	const early = useNow(start) < Date.parse(evidence.settleableAt ?? start);
	return (
		<div className="grid gap-3">
			<VerdictList payment={payment} verdicts={verdicts} viewer={viewer} />
			{maySpeak ? (
				<div className="flex flex-wrap gap-2 max-sm:*:h-11 max-sm:*:flex-1">
					<Button size="sm" disabled={early} onClick={() => setOutcome("paid")}>
						{t("paid")}
					</Button>
					<Button size="sm" variant="danger" disabled={early} onClick={() => setOutcome("not_paid")}>
						{t("notPaid")}
					</Button>
					{evidence.comparison.payable.length > 0 ? (
						<Button size="sm" disabled={early} onClick={() => setOutcome("paid_other")} className="max-sm:basis-full">
							{t("paidOther")}
						</Button>
					) : null}
				</div>
			) : null}
			<p className="text-ink-2 text-xs" aria-live="polite">
				{nextText(verdicts.length, own, t)}
				{early && evidence.settleableAt ? (
					<>
						{" "}
						{t.rich("from", { at: () => <Time at={evidence.settleableAt ?? ""} as="asOf" className="num" /> })}{" "}
						{t("fromWhy")}
					</>
				) : null}
			</p>
			{outcome && maySpeak ? (
				<SettleDialog
					payment={payment}
					outcome={outcome}
					payable={evidence.comparison.payable}
					earlier={verdicts[0]}
					onClose={() => setOutcome(null)}
				/>
			) : null}
		</div>
	);
}

function nextText(said: number, own: boolean, t: ReturnType<typeof useTranslations<"settlement">>): string {
	if (said > 1) return t("disputed");
	if (own) return t("waiting");
	return said === 1 ? t("second") : t("two");
}
