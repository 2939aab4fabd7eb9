"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Batch, DetailRow, BatchDetails as Details } from "#lib/contracts/batch.ts";
import { operatorLabel } from "#lib/operator-options.ts";
import { formatPhone } from "#lib/phone.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { formatCount } from "#lib/text/counts.ts";

const PAIR = "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4";

/** Shows what people check before they request or approve a batch. Read separately, so that the rows need not wait for it. */
export default function BatchDetails({ batch }: { batch: Batch }) {
	const t = useTranslations("batches.details");
	const query = useQuery(batchQueries.details(batch.id));
	const { data } = query;
	if (!data || data.operators.length === 0) return <ReadFault query={query} />;
	const { operators, largest, since } = data;
	const isAll = largest.length > 1 && largest.length === operators.reduce((sum, { count }) => sum + count, 0);
	const counted = (name: "blocked" | "overLimit" | "firstPayments" | "duplicates") => {
		const { count, rows } = data[name];
		if (count === 0) return null;
		return (
			<Part title={t(name, { count })}>
				<Rows rows={rows} more={count - rows.length} />
			</Part>
		);
	};
	return (
		<Card className="mb-6 grid gap-x-10 gap-y-6 md:grid-cols-2">
			<h2 className="sr-only">{t("title")}</h2>
			{counted("blocked")}
			{counted("overLimit")}
			<Operators operators={operators} />
			{since ? <Since since={since} /> : null}
			<Part title={isAll ? t("allByAmount") : t("largest", { count: largest.length })}>
				<Rows rows={largest} />
			</Part>
			{counted("firstPayments")}
			{counted("duplicates")}
		</Card>
	);
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
	return (
		<section className="min-w-0">
			<h3 className="mb-1.5 font-semibold text-sm">{title}</h3>
			{children}
		</section>
	);
}

function Operators({ operators }: Pick<Details, "operators">) {
	const t = useTranslations("batches.details");
	const locale = useLocale();
	return (
		<Part title={t("operators")}>
			<ul className="grid gap-1.5 text-sm">
				{operators.map(({ operator, operatorName, country, currency, count, amount, fee }) => (
					<li key={`${operator} ${currency}`} className={PAIR}>
						<span className="wrap-anywhere">
							{operatorLabel({ name: operatorName, country })}
							<span className="text-ink-2">{`\u00a0·\u00a0${formatCount(count, locale)}`}</span>
						</span>
						<span className="num text-right">
							{moneyText(amount, currency, locale)}
							<span className="block text-ink-2 text-xs">
								{`${t("fee")} ${fee === null ? t("feeUnknown") : moneyText(fee, currency, locale)}`}
							</span>
						</span>
					</li>
				))}
			</ul>
			<p className="mt-1.5 text-ink-2 text-xs">{t("feeHint")}</p>
		</Part>
	);
}

function Since({ since }: { since: NonNullable<Details["since"]> }) {
	const t = useTranslations("batches.details");
	const locale = useLocale();
	const { added, gone, changed } = since;
	const counts = Object.entries({ added, gone, changed }).filter(([, count]) => count > 0);
	return (
		<Part
			title={t.rich("since", {
				name: since.name,
				link: (text) => (
					<DeskLink href={`/batches/${since.id}`} className="underline underline-offset-3">
						{text}
					</DeskLink>
				),
			})}
		>
			<p className="text-sm">
				{counts.length === 0
					? t("same")
					: counts.map(([kind, count]) => t(kind as "added" | "gone" | "changed", { count })).join(" · ")}
			</p>
			<ul className="mt-1.5 grid gap-1.5 text-sm">
				{since.rows.map(({ kind, name, destination, currency, amount, before }) => (
					<li key={`${kind} ${destination} ${currency}`} className={PAIR}>
						<span className="min-w-0">
							<span className="wrap-anywhere">{name || formatPhone(destination)}</span>
							<span className="text-ink-2">{` · ${t(`kinds.${kind}`)}`}</span>
						</span>
						<span className="num text-right">
							{amount === null ? null : moneyText(amount, currency, locale)}
							{before === null ? null : (
								<span className="block text-ink-2 text-xs">
									{t("before", { amount: moneyText(before, currency, locale) })}
								</span>
							)}
						</span>
					</li>
				))}
			</ul>
		</Part>
	);
}

function Rows({ rows, more = 0 }: { rows: readonly DetailRow[]; more?: number }) {
	const t = useTranslations("batches.details");
	const locale = useLocale();
	return (
		<ul className="grid gap-1.5 text-sm">
			{rows.map(({ n, name, destination, amount, currency, paymentId, reason }) => (
				<li key={n} className={PAIR}>
					<span className="min-w-0">
						{paymentId === null ? (
							<span className="wrap-anywhere">{name || formatPhone(destination)}</span>
						) : (
							<DeskLink
								href={`/payouts/${paymentId}`}
								className="wrap-anywhere inline-block min-h-6 underline underline-offset-3"
							>
								{name || formatPhone(destination)}
							</DeskLink>
						)}
						{reason === null ? null : <span className="wrap-anywhere block text-ink-2 text-xs">{reason}</span>}
					</span>
					<span className="num">{moneyText(amount, currency, locale)}</span>
				</li>
			))}
			{more > 0 ? <li className="text-ink-2 text-xs">{t("moreRows", { count: more })}</li> : null}
		</ul>
	);
}
