"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DayLines } from "#components/reconciliation/day-lines.tsx";
import { DayMarks } from "#components/reconciliation/day-marks.tsx";
import { Explanations } from "#components/reconciliation/explanations.tsx";
import { FeeText } from "#components/reconciliation/fee-rule.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Money } from "#components/ui/money.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { DayDetail } from "#lib/contracts/reconciliation.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

export function DayView({ currency, day }: { currency: string; day: string }) {
	const t = useTranslations("reconciliation.day");
	const detail = useQuery(reconciliationQueries.day(currency, day));
	return (
		<>
			<ReadFault query={detail} />
			{detail.data ? (
				<div data-wide className="wide:grid wide:grid-cols-[26rem_minmax(0,1fr)] wide:items-start wide:gap-12">
					<Proof detail={detail.data} currency={currency} />
					<div>
						<SectionTitle>{t("lines")}</SectionTitle>
						<DayLines detail={detail.data} currency={currency} />
					</div>
				</div>
			) : null}
		</>
	);
}

const FIGURE = "inline-block min-w-32 text-right";

function Proof({ detail: { proof, computedAt, revisions }, currency }: { detail: DayDetail; currency: string }) {
	const t = useTranslations("reconciliation.day");
	const money = (amount: string | null, look?: string | false) =>
		amount ? <Money amount={amount} currency={currency} className={cx(FIGURE, look)} /> : "–";
	const balanceText = (of: typeof proof.opening) =>
		of ? (
			<>
				{money(of.balance)}{" "}
				<span className="inline-block text-ink-2 text-xs">
					{t.rich("seen", { time: () => <Time at={of.seenAt} as="asOf" /> })}
				</span>
			</>
		) : (
			"–"
		);
	return (
		<section className="mb-8 grid gap-3">
			<p className="flex flex-wrap items-center gap-x-3">
				<DayMarks day={proof} />
				<span className="text-ink-2 text-xs">
					{t.rich("kept", { time: () => <Time at={computedAt} as="asOf" />, count: revisions })}
				</span>
			</p>
			<DescriptionList>
				<Description term={t("opening")}>{balanceText(proof.opening)}</Description>
				<Description term={t("in")}>{money(proof.totals.in)}</Description>
				<Description term={t("out")}>{money(proof.totals.out)}</Description>
				<Description term={t("fees")}>{money(proof.totals.fees)}</Description>
				{proof.held === "0.00" ? null : <Description term={t("held")}>{money(proof.held)}</Description>}
				<Description term={t("closing")}>{balanceText(proof.closing)}</Description>
				<Description term={t("gap")}>
					{proof.gap === "0.00" ? t("noGap") : money(proof.gap, !proof.isDecided && "font-[580] text-danger")}
				</Description>
			</DescriptionList>
			{proof.status === "no_reading" ? <p className="text-ink-2 text-sm">{t("noReading")}</p> : null}
			{proof.gap !== null && proof.gap !== "0.00" ? (
				<div className="text-ink-2 text-sm">
					<Explanations stretch={proof} currency={currency} />
				</div>
			) : null}
			{proof.status === "no_reading" ? null : (
				<div className="text-ink-2">
					<FeeText rule={proof.rule} unsigned={proof.unsigned} />
				</div>
			)}
		</section>
	);
}
