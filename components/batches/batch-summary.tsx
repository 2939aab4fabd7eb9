import { useLocale, useTranslations } from "next-intl";
import { BatchProgress } from "#components/batches/batch-progress.tsx";
import { BatchTotals } from "#components/batches/batch-totals.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf } from "#lib/money.ts";
import { formatCount } from "#lib/text/counts.ts";

export function BatchSummary({ batch }: { batch: Batch }) {
	const t = useTranslations("batches");
	const locale = useLocale();
	const count = batch.totals.reduce((sum, one) => sum + one.count, 0);
	const { needed, given } = batch.approval ?? { needed: 0, given: [] };
	return (
		<Card className="mb-6 grid gap-4">
			<dl className="flex flex-wrap gap-x-10 gap-y-4">
				<Figure term={t("total")}>
					<span className="font-semibold text-xl tracking-[-0.02em]">
						<BatchTotals totals={batch.totals} />
					</span>
				</Figure>
				<Figure term={t("column.rows")}>
					<span className="num font-semibold text-xl">{formatCount(count, locale)}</span>
					{batch.leftOutCount > 0 ? (
						<span className="block text-ink-2 text-xs">{t("leftOutCount", { count: batch.leftOutCount })}</span>
					) : null}
				</Figure>
				{batch.outlook.map(({ currency, balance, others, fees, rest }) => (
					<Figure key={currency} term={t("balanceAfter", { currency })}>
						<span className="num font-[560]">{moneyText(rest, currency, locale)}</span>
						<span className="num block text-ink-2 text-xs">
							{t("balanceNow", { amount: moneyText(balance, currency, locale) })}
						</span>
						{minorOf(fees) > 0n ? (
							<span className="block text-ink-2 text-xs tabular-nums">
								{t("ownFees", { amount: moneyText(fees, currency, locale) })}
							</span>
						) : null}
						{minorOf(others) > 0n ? (
							<span className="block text-ink-2 text-xs tabular-nums">
								{t("otherPayouts", { amount: moneyText(others, currency, locale) })}
							</span>
						) : null}
					</Figure>
				))}
				{batch.approval ? (
					<Figure term={t("approvals")}>
						<span className="num font-[560]">{t("approvalsGiven", { given: given.length, needed })}</span>
						{given.length > 0 ? (
							<span className="block text-ink-2 text-xs">{given.map(({ name }) => name).join(", ")}</span>
						) : null}
					</Figure>
				) : null}
				{batch.approvedBy?.length ? (
					<Figure term={t("approvedBy")}>
						{batch.approvedBy.map(({ id, name, at }) => (
							<span key={id} className="block">
								{name} <Time at={at} as="momentShort" className="text-ink-2 text-xs tabular-nums" />
							</span>
						))}
					</Figure>
				) : null}
			</dl>
			{batch.requestedAt ? <BatchProgress batch={batch} /> : null}
		</Card>
	);
}

function Figure({ term, children }: { term: string; children: React.ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="mb-0.5 text-[0.8125rem] text-ink-2">{term}</dt>
			<dd>{children}</dd>
		</div>
	);
}
