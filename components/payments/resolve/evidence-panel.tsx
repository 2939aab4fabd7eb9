"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BalanceRows, EvidenceRow } from "#components/payments/resolve/balance-rows.tsx";
import { MovementRows } from "#components/payments/resolve/movement-rows.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled, type PaymentKind } from "#lib/payment-state.ts";
import { refreshMovements } from "#lib/queries/movements.ts";
import { may, type Role } from "#lib/roles.ts";

interface EvidencePanelProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
	role: Role;
}

export function EvidencePanel({ payment, evidence, role }: EvidencePanelProps) {
	const t = useTranslations("settlement.evidence");
	const open = isInDoubt(payment.state);
	if (!open && !isSettled(payment.state)) return null;
	return (
		<section className="mb-8" aria-busy={evidence === undefined}>
			<div className="flex items-baseline justify-between gap-3">
				<SectionTitle>{t("title")}</SectionTitle>
				{open && may(role, "movement.refresh") ? <RefreshEvidence currency={payment.currency} /> : null}
			</div>
			<EvidenceFindings kind={payment.kind} evidence={evidence} />
		</section>
	);
}

interface EvidenceFindingsProps {
	kind: PaymentKind;
	evidence: EvidenceView | undefined;
}

export function EvidenceFindings({ kind, evidence }: EvidenceFindingsProps) {
	const t = useTranslations("settlement.evidence");
	return (
		<div>
			{evidence ? <AmountComparison evidence={evidence} /> : null}
			{evidence && evidence.answers.length > 0 ? (
				<p className="mb-4 wrap-anywhere">
					{t("answers", { count: evidence.answers.length, references: evidence.answers.join(", ") })}
				</p>
			) : null}
			<Table caption={t("title")}>
				<tbody>
					{evidence ? (
						<>
							<MovementRows kind={kind} evidence={evidence} />
							<BalanceRows evidence={evidence} />
						</>
					) : (
						["one", "before", "after", "difference"].map((row) => <EvidenceRow key={row} label={"\u00a0"} />)
					)}
				</tbody>
			</Table>
			<EvidenceLimits evidence={evidence} />
		</div>
	);
}

function RefreshEvidence({ currency }: { currency: string }) {
	const t = useTranslations("settlement.evidence");
	const errorText = useErrorText();
	const refresh = useMutation({ mutationFn: () => refreshMovements(currency) });
	return (
		<span className="flex items-center gap-2">
			{refresh.isError ? (
				<span role="alert" className="text-danger text-xs">
					{errorText(refresh.error)}
				</span>
			) : null}
			<Button size="sm" variant="ghost" className="-mr-2" busy={refresh.isPending} onClick={() => refresh.mutate()}>
				{t("refresh")}
			</Button>
		</span>
	);
}

function EvidenceLimits({ evidence }: { evidence: EvidenceView | undefined }) {
	const t = useTranslations("settlement.evidence");
	if (!evidence) return <p className="mt-2.5 text-ink-2 text-xs">{t("absence")} </p>;
	const { mayBeCut, unreadable, syncedAt, fault } = evidence.mirror;
	const { rivals } = evidence.movements;
	const limits = [
		mayBeCut && t("cut"),
		unreadable > 0 && t("incomplete", { count: unreadable }),
		rivals > 0 && t("rivals", { count: rivals }),
	].filter((text) => text !== false);
	return (
		<p className="mt-2.5 text-ink-2 text-xs">
			{t("absence")}{" "}
			{limits.map((text) => (
				<strong key={text} className="font-[560] text-ink">
					{text}{" "}
				</strong>
			))}
			{syncedAt ? t.rich("synced", { at: () => <Time at={syncedAt} as="asOf" className="num" /> }) : t("never")}
			{fault ? ` ${t("fault")}` : null}
		</p>
	);
}

function AmountComparison({ evidence }: { evidence: EvidenceView }) {
	const t = useTranslations("settlement.compare");
	const { currency, movements } = evidence;
	const { asked, said, moved, others } = evidence.comparison;
	const isOther = (amount: string) => amount.replace("-", "") !== asked;
	const many = movements.count > 1 || others.length > 1;
	return (
		<dl
			aria-label={t("title")}
			className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-3 sm:grid-rows-[auto_auto]"
		>
			<Amount term={t("asked")}>
				<Money amount={asked} currency={currency} />
			</Amount>
			<Amount term={t("said")} odd={said !== null && (isOther(said.amount) || said.currency !== currency)}>
				{said ? <Money amount={said.amount} currency={said.currency} /> : <Nothing>{t("silent")}</Nothing>}
			</Amount>
			<Amount term={t("moved")} odd={moved !== null && isOther(moved)}>
				{moved ? (
					<Money amount={moved} currency={currency} sign={moved.startsWith("-") ? "" : "+"} />
				) : (
					<Nothing>{t(many ? "manyLines" : "noLine")}</Nothing>
				)}
			</Amount>
		</dl>
	);
}

function Amount({ term, odd = false, children }: { term: string; odd?: boolean; children: ReactNode }) {
	const t = useTranslations("settlement.compare");
	return (
		<div className="flex items-baseline justify-between gap-x-3 bg-surface px-3.5 max-[22rem]:flex-wrap py-2.5 sm:row-span-2 sm:grid sm:grid-rows-subgrid sm:gap-y-0">
			<dt className="text-pretty text-ink-2 text-xs">{term}</dt>
			<dd
				className={cx(
					"whitespace-nowrap font-[580] text-lg max-[22rem]:whitespace-normal max-sm:text-right",
					odd && "text-danger",
				)}
			>
				{children}
				{odd ? <span className="block font-normal text-xs">{t("differs")}</span> : null}
			</dd>
		</div>
	);
}

function Nothing({ children }: { children: ReactNode }) {
	return <span className="font-normal text-ink-2 text-sm">{children}</span>;
}
