"use client";
import { CircleQuestionMark, Clock, Copy, type LucideIcon, Minus, Pencil, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Asked } from "#components/reconciliation/send-decision.ts";
import { LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Finding, FindingKind } from "#lib/contracts/reconciliation.ts";

const ICONS: Record<FindingKind, LucideIcon> = {
	foreign: CircleQuestionMark,
	doubled: Copy,
	missing: Minus,
	late: Clock,
	wrong_amount: Pencil,
};

/** Words and what to do about them: beside each other, below each other on a phone. */
const ROW = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-nowrap sm:[&>button]:shrink-0";

interface FindingCardProps {
	finding: Finding;
	currency: string;
	/** Null for who may only look. */
	onAsk: ((asked: Asked) => void) | null;
}

export function FindingCard({ finding, currency, onAsk }: FindingCardProps) {
	const t = useTranslations("reconciliation");
	const { kind, alarm, lines, payments, like, mayBe } = finding;
	const counts = { lines: lines.length, payments: payments.length };
	return (
		<li className="grid gap-2.5 border-line px-4 py-4 not-first:border-t">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Badge tone={alarm ? "danger" : "warning"} icon={alarm ? TriangleAlert : ICONS[kind]}>
					{t(`kinds.${kind}`)}
				</Badge>
				<p className="min-w-0 text-ink-2 text-sm">
					{t(alarm ? `alarms.${kind === "doubled" ? "doubled" : "foreign"}` : `why.${kind}`, counts)}
				</p>
			</div>
			<ul className="grid gap-2">
				{lines.map((line) => (
					<li key={line.id} className={ROW}>
						<LineText line={line} currency={currency} />
						{onAsk ? (
							<Button size="sm" onClick={() => onAsk({ line, payments: [...finding.payments, ...mayBe] })}>
								{t("decideLine")}
							</Button>
						) : null}
					</li>
				))}
				{like.map((line) => (
					<li key={line.id} className="text-ink-2 text-xs">
						{t("like")} <LineText line={line} currency={currency} />
					</li>
				))}
				{mayBe.map((payment) => (
					<li key={payment.id} className="text-ink-2 text-xs">
						{t("mayBe")} <PaymentText payment={payment} currency={currency} />
					</li>
				))}
				{payments.map((payment) => (
					<li key={payment.id} className={ROW}>
						<PaymentText payment={payment} currency={currency} />
						{onAsk && kind === "missing" ? (
							<Button size="sm" onClick={() => onAsk({ payment })}>
								{t("decidePayment")}
							</Button>
						) : null}
					</li>
				))}
			</ul>
		</li>
	);
}
