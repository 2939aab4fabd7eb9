"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { decodeTime, isValid } from "ulid";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { Time } from "#components/ui/time.tsx";
import { ApiError } from "#lib/api.ts";
import { formatPhone } from "#lib/phone.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

interface EarlierPayoutsProps {
	ids: readonly string[];
	className?: string;
}

/** A long list scrolls unless `className` replaces the default. */
export function EarlierPayouts({ ids, className = "max-h-72 overflow-y-auto" }: EarlierPayoutsProps) {
	if (ids.length === 0) return null;
	return (
		<ul className={cx("grid gap-3", className)}>
			{ids.map((id) => (
				<li key={id}>
					<EarlierPayout id={id} />
				</li>
			))}
		</ul>
	);
}

function EarlierPayout({ id }: { id: string }) {
	const t = useTranslations("payments.duplicate");
	const query = useQuery(paymentQueries.detail("payout", id));
	const payment = query.data;
	if (query.error instanceof ApiError && query.error.status === 404) return <LostPayout id={id} />;
	if (!payment)
		return query.errorUpdateCount > 0 ? <ReadFault query={query} /> : <Skeleton className="h-36 rounded-lg" />;
	return (
		<ComparedPayout
			title={t("earlier")}
			name={payment.name}
			money={<Money amount={payment.amount} currency={payment.currency} />}
			number={formatPhone(payment.destination ?? "")}
			operator={payment.operatorName}
			note={payment.note}
			className="bg-surface"
		>
			<p className="mt-1.5 text-ink-2 text-xs">
				{t.rich("byAt", {
					name: payment.maker?.name ?? "",
					at: () => <Time at={payment.createdAt} as="momentShort" className="in-sentence" />,
				})}
			</p>
			<p className="mt-2 flex flex-wrap items-center justify-between gap-2">
				<span aria-live="polite">
					<StatePill kind="payout" state={payment.state} />
				</span>
				<DeskLink href={`/payouts/${encodeURIComponent(id)}`} target="_blank" className="ml-auto text-sm link">
					{t("open")}
				</DeskLink>
			</p>
		</ComparedPayout>
	);
}

interface ComparedPayoutProps {
	title: string;
	name: string | null | undefined;
	money: ReactNode;
	number: string | null;
	operator: string | undefined;
	note: string | null;
	className: string;
	children: ReactNode;
}

/** One payout in a comparison. Each shows the same facts in the same places. */
export function ComparedPayout({
	title,
	name,
	money,
	number,
	operator,
	note,
	className,
	children,
}: ComparedPayoutProps) {
	return (
		<article aria-label={title} className={cx("rounded-lg border border-line px-3.5 py-3", className)}>
			<p className="text-ink-2 text-xs">{title}</p>
			{name ? <p className="break-words font-[560]">{name}</p> : null}
			<p className="font-semibold text-lg">{money}</p>
			<p className="num">{number}</p>
			<p className="text-ink-2 text-sm">{operator}</p>
			<p className="break-words text-sm">{note || <span className="text-ink-3">–</span>}</p>
			{children}
		</article>
	);
}

/** A payout that the database lost and only a journal of permits has. Its id tells when it was requested; name and note are unknown. */
function LostPayout({ id }: { id: string }) {
	const t = useTranslations("payments.duplicate");
	return (
		<article aria-label={t("earlier")} className="rounded-lg border border-line bg-surface px-3.5 py-3">
			<p className="text-ink-2 text-xs">{t("earlier")}</p>
			<p className="font-[560]">{t("lost")}</p>
			<p className="text-sm">{t("lostHint")}</p>
			{isValid(id) ? (
				<p className="mt-1.5 text-ink-2 text-xs">
					<Time at={new Date(decodeTime(id)).toISOString()} as="momentShort" />
				</p>
			) : null}
		</article>
	);
}
