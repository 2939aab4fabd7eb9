"use client";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { ReferenceForm } from "#components/payments/resolve/reference-form.tsx";
import { ResolveDialog } from "#components/payments/resolve/resolve-dialog.tsx";
import { useNow } from "#components/payments/use-now.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { awaitsReference, type VerdictOutcome } from "#lib/payment-state.ts";
import { withdrawVerdict } from "#lib/queries/payments.ts";

interface ResolveCardProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	viewer: Viewer;
}

export function ResolveCard({ payment, evidence, viewer }: ResolveCardProps) {
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
			{evidence ? <VerdictOfTwo payment={payment} evidence={evidence} viewer={viewer} /> : null}
		</Card>
	);
}

function VerdictOfTwo({ payment, evidence, viewer }: ResolveCardProps & { evidence: EvidenceView }) {
	const t = useTranslations("settlement");
	const [outcome, setOutcome] = useState<VerdictOutcome | null>(null);
	const { verdicts, settleableAt } = evidence;
	const own = verdicts.some(({ member }) => member.id === viewer.id);
	const maySpeak = !own && verdicts.length < 2;
	const now = useNow();
	const early = settleableAt !== null && now < Date.parse(settleableAt);
	return (
		<div className="grid gap-3">
			<VerdictList payment={payment} verdicts={verdicts} viewer={viewer} />
			{maySpeak ? (
				<div className="flex flex-wrap gap-2 max-sm:*:h-11 max-sm:*:flex-1">
					<Button disabled={early} onClick={() => setOutcome("paid")}>
						{t("paid")}
					</Button>
					<Button variant="danger" disabled={early} onClick={() => setOutcome("not_paid")}>
						{t("notPaid")}
					</Button>
					{evidence.comparison.payable.length > 0 ? (
						<Button disabled={early} onClick={() => setOutcome("paid_other")} className="max-sm:basis-full">
							{t("paidOther")}
						</Button>
					) : null}
				</div>
			) : null}
			<p className="text-ink-2 text-xs" aria-live="polite">
				{nextText(verdicts.length, own, t)}
				{early ? (
					<>
						{" "}
						{t.rich("from", { at: () => <Time at={settleableAt} as="asOf" className="num" /> })} {t("fromWhy")}
					</>
				) : null}
			</p>
			{outcome && maySpeak ? (
				<ResolveDialog
					payment={payment}
					outcome={outcome}
					evidence={evidence}
					earlier={verdicts[0]}
					onClose={() => setOutcome(null)}
				/>
			) : null}
		</div>
	);
}

function nextText(verdictCount: number, own: boolean, t: ReturnType<typeof useTranslations<"settlement">>): string {
	if (verdictCount > 1) return t("disputed");
	if (own) return t("waiting");
	return verdictCount === 1 ? t("second") : t("two");
}

interface VerdictListProps {
	payment: Payment;
	verdicts: EvidenceView["verdicts"];
	viewer: Viewer;
}

function VerdictList({ payment, verdicts, viewer }: VerdictListProps) {
	const t = useTranslations("settlement");
	const locale = useLocale();
	const errorText = useErrorText();
	const withdraw = useRefetchingMutation({
		mutationFn: () => withdrawVerdict(payment.kind, payment.id),
		onSuccess: () => toast(t("withdrawn")),
	});
	if (verdicts.length === 0) return null;
	return (
		<ul aria-label={t("words")} className="grid gap-3">
			{verdicts.map(({ member, outcome, amount, reason, at }) => (
				<li key={member.id}>
					<p className="break-words">
						{t.rich("saidBy", {
							who: () => <strong className="font-[560]">{member.id === viewer.id ? t("you") : member.name}</strong>,
							said:
								outcome === "paid_other"
									? t("said.paid_other", { amount: moneyText(amount, payment.currency, locale) })
									: t(`said.${outcome}`),
						})}
					</p>
					<p className="break-words text-ink-2 text-xs">
						{reason} · <Time at={at} as="asOf" className="num" />
					</p>
					{member.id === viewer.id ? (
						<Button
							size="sm"
							className="mt-2 max-sm:h-11 max-sm:w-full"
							busy={withdraw.isPending}
							onClick={() => withdraw.mutate()}
						>
							{t("withdraw")}
						</Button>
					) : null}
				</li>
			))}
			{withdraw.isError ? (
				<li role="alert" className="text-danger text-xs">
					{errorText(withdraw.error)}
				</li>
			) : null}
		</ul>
	);
}
