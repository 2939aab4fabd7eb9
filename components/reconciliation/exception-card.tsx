"use client";
import { useTranslations } from "next-intl";
import type { Asked } from "#components/reconciliation/line-decision-dialog.tsx";
import { DecisionText, LineText, PaymentText } from "#components/reconciliation/subject-text.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { IconName } from "#components/ui/icon.tsx";
import type { ExceptionKind, ReconciliationException } from "#lib/contracts/reconciliation.ts";
import { mayHaveLeft } from "#lib/payment-state.ts";

const ICONS: Record<ExceptionKind, IconName> = {
	foreign: "circle-question-mark",
	doubled: "copy",
	missing: "minus",
	late: "clock",
	wrong_amount: "pencil",
};

const ROW = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-nowrap sm:[&>button]:shrink-0";

interface ExceptionCardProps {
	exception: ReconciliationException;
	currency: string;
	viewerId: string;
	/** Null for read-only viewers. */
	onAsk: ((asked: Asked) => void) | null;
}

export function ExceptionCard({ exception, currency, viewerId, onAsk }: ExceptionCardProps) {
	const t = useTranslations("reconciliation");
	const { kind, alarm, lines, payments, like, ended, mayBe } = exception;
	// A payment that never left moved no money: the card names it, but nobody can choose it.
	const possible = [...payments, ...ended.filter(({ state }) => mayHaveLeft(state)), ...mayBe];
	const counts = { lines: lines.length, payments: payments.length };
	return (
		<li className="grid gap-2.5 border-line px-4 py-4 not-first:border-t">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<Badge tone={alarm ? "danger" : "warning"} icon={alarm ? "triangle-alert" : ICONS[kind]}>
					{t(ended.length > 0 ? "kinds.paid_after_all" : `kinds.${kind}`)}
				</Badge>
				<p className="min-w-0 text-ink-2 text-sm">
					{t(alarm ? `alarms.${alarmOf(exception)}` : `why.${kind}`, counts)}
				</p>
			</div>
			<ul className="grid gap-2">
				{lines.map((line) => (
					<li key={line.id} className={ROW}>
						<div id={`of-${line.id}`} className="grid min-w-0 gap-0.5">
							<LineText line={line} currency={currency} />
							{line.first ? <DecisionText lead={t("firstOfTwo")} {...line.first} by={line.first.by.name} /> : null}
							{line.asked ? <DecisionText {...line.asked} by={line.asked.by.name} /> : null}
							{line.imported && !line.first ? (
								<p className="wrap-anywhere text-ink-2 text-xs">{t("importedMayBe", { reference: line.imported })}</p>
							) : null}
						</div>
						{onAsk && line.first?.by.id === viewerId ? (
							<Button
								size="sm"
								aria-describedby={`of-${line.id}`}
								onClick={() => onAsk({ undo: { line, payment: null, decidedAt: line.first?.at } })}
							>
								{t("takeBack")}
							</Button>
						) : onAsk ? (
							<Button
								size="sm"
								aria-describedby={`of-${line.id}`}
								onClick={() => onAsk({ line, payments: possible, isRepeated: kind === "doubled" })}
							>
								{t(line.first ? "decideSecond" : "decideLine")}
							</Button>
						) : null}
					</li>
				))}
				{like.map((line) => (
					<li key={line.id} className="text-ink-2 text-xs">
						{t("like")} <LineText line={line} currency={currency} />
					</li>
				))}
				{[...ended, ...mayBe].map((payment) => (
					<li key={payment.id} className="text-ink-2 text-xs">
						{t("mayBe")} <PaymentText payment={payment} currency={currency} />
					</li>
				))}
				{payments.map((payment) => (
					<li key={payment.id} className={ROW}>
						<div id={`of-${payment.id}`} className="min-w-0">
							<PaymentText payment={payment} currency={currency} />
						</div>
						{onAsk && kind === "missing" ? (
							<Button size="sm" aria-describedby={`of-${payment.id}`} onClick={() => onAsk({ payment })}>
								{t("decidePayment")}
							</Button>
						) : null}
					</li>
				))}
			</ul>
		</li>
	);
}

function alarmOf({ kind, ended }: ReconciliationException): "paid_after_all" | "doubled" | "foreign" {
	if (ended.length > 0) return "paid_after_all";
	return kind === "doubled" ? "doubled" : "foreign";
}
