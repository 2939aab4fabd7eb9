import { useLocale, useTranslations } from "next-intl";
import { BatchTotals } from "#components/batches/batch-totals.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf } from "#lib/money.ts";
import {
	ENDED_UNPAID_STATES,
	IN_DOUBT_STATES,
	PAID_STATES,
	type PaymentState,
	UNDER_WAY_STATES,
	WAITING_STATES,
} from "#lib/payment-state.ts";
import { formatCount } from "#lib/text/counts.ts";

/** How many rows are where; the bar says the same without figures. */
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
			</dl>
			{batch.requestedAt ? <Progress batch={batch} count={count} /> : null}
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

const PARTS = [
	{ key: "paid", states: PAID_STATES, className: "bg-positive" },
	{ key: "doubt", states: IN_DOUBT_STATES, className: "bg-danger" },
	{ key: "open", states: UNDER_WAY_STATES, className: "bg-warning" },
	{ key: "waiting", states: WAITING_STATES, className: "bg-line-strong" },
	{ key: "unpaid", states: ENDED_UNPAID_STATES, className: "bg-neutral" },
] as const satisfies readonly { key: string; states: readonly PaymentState[]; className: string }[];

function Progress({ batch, count }: { batch: Batch; count: number }) {
	const t = useTranslations("batches.progress");
	const tBatch = useTranslations("batches");
	const parts = PARTS.map(({ states, ...part }) => ({
		...part,
		count: (states as readonly PaymentState[]).reduce((sum, state) => sum + (batch.counts[state] ?? 0), 0),
	})).filter((part) => part.count > 0);
	return (
		<div>
			<div
				aria-hidden="true"
				className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
			>
				{parts.map((part) => (
					<span
						key={part.key}
						className={part.className}
						style={{ width: `${(100 * part.count) / Math.max(1, count)}%` }}
					/>
				))}
			</div>
			<p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-ink-2" aria-live="polite">
				{parts.map((part) => (
					<span key={part.key} className="inline-flex items-center gap-1.5 tabular-nums">
						<span aria-hidden="true" className={`size-2 forced-color-adjust-none rounded-full ${part.className}`} />
						{t(part.key, { count: part.count })}
					</span>
				))}
				{batch.secondsLeft === null ? null : (
					<span>{tBatch("timeLeft", { minutes: Math.round(batch.secondsLeft / 60) })}</span>
				)}
			</p>
		</div>
	);
}
