"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { DayTable } from "#components/reconciliation/day-table.tsx";
import { DecidedList } from "#components/reconciliation/decided-list.tsx";
import { FindingList } from "#components/reconciliation/finding-list.tsx";
import { ProofAnswer } from "#components/reconciliation/proof-answer.tsx";
import { readReconciliationView, reconciliationPath } from "#components/reconciliation/reconciliation-address.ts";
import { ReconciliationNotices } from "#components/reconciliation/reconciliation-notices.tsx";
import { ReconciliationSkeleton } from "#components/reconciliation/reconciliation-skeleton.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ReadFault } from "#components/ui/read-fault.tsx";
import { SectionTitle } from "#components/ui/section-title.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { showView, ViewLink } from "#components/ui/view-link.tsx";
import type { Reconciliation } from "#lib/contracts/reconciliation.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

interface ReconciliationViewProps {
	currencies: readonly string[];
	mayDecide: boolean;
}

/** First the answer, then what people decide, then the days. */
export function ReconciliationView({ currencies, mayDecide }: ReconciliationViewProps) {
	const t = useTranslations("reconciliation");
	const { currency, before } = readReconciliationView(new URLSearchParams(useSearchParams()), currencies);
	const wallet = useQuery(reconciliationQueries.wallet(currency));
	return (
		<>
			{currencies.length > 1 ? (
				<Segmented
					label={t("wallet")}
					className="mb-5"
					value={currency}
					options={currencies.map((value) => ({ value, label: value }))}
					onChange={(value) => showView(reconciliationPath(value))}
				/>
			) : null}
			<ReadFault query={wallet} />
			{wallet.data ? (
				<>
					<ReconciliationNotices data={wallet.data} />
					<ProofAnswer currency={currency} current={wallet.data.current} days={wallet.data.days} />
					<FindingList data={wallet.data} mayDecide={mayDecide} />
					<DecidedList decided={wallet.data.decided} currency={currency} mayDecide={mayDecide} />
					<Days data={wallet.data} before={before} />
				</>
			) : wallet.isPending ? (
				<ReconciliationSkeleton />
			) : null}
		</>
	);
}

function Days({ data, before }: { data: Reconciliation; before: string | undefined }) {
	const t = useTranslations("reconciliation.days");
	const older = useQuery({ ...reconciliationQueries.days(data.currency, before ?? ""), enabled: before !== undefined });
	const { days, olderDays } = before === undefined ? data : (older.data ?? { days: [], olderDays: false });
	const last = days.at(-1)?.day;
	return (
		<section>
			<SectionTitle>{t("title")}</SectionTitle>
			{before === undefined ? null : <ReadFault query={older} />}
			{days.length > 0 ? (
				<DayTable days={days} currency={data.currency} />
			) : older.isFetching ? null : (
				<EmptyState title={t("empty")}>{t("emptyWhy")}</EmptyState>
			)}
			{before !== undefined || olderDays ? (
				<nav aria-label={t("pages")} className="mt-4 flex justify-end gap-2">
					{before !== undefined ? (
						<ViewLink href={reconciliationPath(data.currency)} className={buttonClass()}>
							{t("newest")}
						</ViewLink>
					) : null}
					{olderDays && last ? (
						<ViewLink href={reconciliationPath(data.currency, last)} className={buttonClass()}>
							{t("older")}
							<ChevronRight aria-hidden="true" />
						</ViewLink>
					) : null}
				</nav>
			) : null}
		</section>
	);
}
