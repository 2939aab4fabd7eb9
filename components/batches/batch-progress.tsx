import { useTranslations } from "next-intl";
import type { Batch } from "#lib/contracts/batch.ts";
import {
	ENDED_UNPAID_STATES,
	IN_DOUBT_STATES,
	PAID_STATES,
	type PaymentState,
	UNDER_WAY_STATES,
	WAITING_STATES,
} from "#lib/payment-state.ts";

const PARTS = [
	{ key: "paid", states: PAID_STATES, className: "bg-positive" },
	{ key: "doubt", states: IN_DOUBT_STATES, className: "bg-danger" },
	{ key: "open", states: UNDER_WAY_STATES, className: "bg-warning" },
	{ key: "waiting", states: WAITING_STATES, className: "bg-line-strong" },
	{ key: "unpaid", states: ENDED_UNPAID_STATES, className: "bg-neutral" },
] as const satisfies readonly { key: string; states: readonly PaymentState[]; className: string }[];

function partsOf({ counts }: Batch) {
	return PARTS.map(({ states, ...part }) => ({
		...part,
		count: (states as readonly PaymentState[]).reduce((sum, state) => sum + (counts[state] ?? 0), 0),
	})).filter(({ count }) => count > 0);
}

export function BatchProgress({ batch }: { batch: Batch }) {
	const t = useTranslations("batches.progress");
	const tBatch = useTranslations("batches");
	const parts = partsOf(batch);
	const count = parts.reduce((sum, part) => sum + part.count, 0);
	return (
		<div>
			<div
				aria-hidden="true"
				className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
			>
				{parts.map((part) => (
					<span key={part.key} className={part.className} style={{ width: `${(100 * part.count) / count}%` }} />
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

export function BatchProgressText({ batch }: { batch: Batch }) {
	const t = useTranslations("batches.progress");
	const parts = partsOf(batch).map(({ key, count }) => t(key, { count }));
	if (batch.sentBack) parts.unshift(t("sentBack"));
	if (batch.faultCount > 0) parts.push(t("faulty", { count: batch.faultCount }));
	return <span className="num mt-1 block text-ink-2 text-xs">{parts.join(" · ")}</span>;
}
