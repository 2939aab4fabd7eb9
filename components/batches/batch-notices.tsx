"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { DraftNotices } from "#components/batches/draft-notices.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";
import { batchQueries } from "#lib/queries/batches.ts";
import { sendObstacleQueries } from "#lib/queries/send-obstacles.ts";
import { may } from "#lib/roles.ts";

export function BatchNotices({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches.notice");
	const locale = useLocale();
	const { paused, sentBack } = batch;
	const missing = batch.outlook.filter(({ rest }) => rest.startsWith("-"));
	return (
		<div className="grid gap-3 not-empty:mb-5">
			{sentBack ? (
				<Notice tone="warning" title={t("sentBackTitle", { name: sentBack.by })}>
					<span className="wrap-anywhere">{sentBack.reason}</span>
					{sentBack.draft ? (
						<DeskLink href={`/batches/${sentBack.draft}`} className="block w-fit underline underline-offset-3">
							{t("sentBackShow")}
						</DeskLink>
					) : null}
				</Notice>
			) : null}
			{paused ? (
				<Notice tone="danger" title={t(paused.by ? "pausedTitle" : "failedTitle")}>
					{paused.by ? t("paused", { name: paused.by }) : t("failed")}
				</Notice>
			) : null}
			{batch.state === "sending" && (batch.counts.approved ?? 0) > 0 ? <ObstacleNotice batch={batch} /> : null}
			<InDoubtNotice batch={batch} viewer={viewer} />
			{missing.map(({ currency, rest }) => (
				<Notice
					key={currency}
					tone="warning"
					title={t("missingTitle", { amount: moneyText(toDecimal(-minorOf(rest)), currency, locale) })}
				>
					{t("missing")}
				</Notice>
			))}
			{batch.state === "draft" ? <DraftNotices batch={batch} viewer={viewer} /> : null}
		</div>
	);
}

function ObstacleNotice({ batch }: { batch: Batch }) {
	const t = useTranslations("batches.notice");
	const kinds = useTranslations("obstacles.kind");
	const { data } = useQuery(sendObstacleQueries.now());
	const own = new Set(batch.totals.map(({ currency }) => currency));
	const stops = data?.items.filter(
		({ kind, stops, currency }) =>
			stops !== "payment" && kind !== "lane_taken" && (currency === null || own.has(currency)),
	);
	if (!stops || stops.length === 0) return null;
	return (
		<Notice tone="danger" title={t("stopsTitle")}>
			<ul>
				{stops.map(({ kind, currency, count }) => (
					<li key={`${kind} ${currency}`}>{kinds(kind, { currency: currency ?? "", count: count ?? 0 })}</li>
				))}
			</ul>
			<DeskLink href="/sending" className="underline underline-offset-3">
				{t("stopsShow")}
			</DeskLink>
		</Notice>
	);
}

const SHOWN = 5;

function InDoubtNotice({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches.notice");
	const locale = useLocale();
	const count = IN_DOUBT_STATES.reduce((sum, state) => sum + (batch.counts[state] ?? 0), 0);
	const { data } = useQuery({ ...batchQueries.rows(batch.id, "in_doubt", 0), enabled: count > 0 });
	if (count === 0) return null;
	return (
		<Notice tone="danger" title={t("doubtTitle", { count })}>
			<p>{t("doubt")}</p>
			<ul className="mt-1.5">
				{data?.items.slice(0, SHOWN).map(({ n, name, destination, amount, currency, paymentId }) => (
					<li key={n}>
						<DeskLink href={`/payouts/${paymentId}`} className="underline underline-offset-3">
							{`${name || destination} · ${moneyText(amount, currency, locale)}`}
						</DeskLink>
					</li>
				))}
			</ul>
			<p className="mt-1.5 flex flex-wrap gap-x-4">
				<DeskLink href={`/batches/${batch.id}?state=in_doubt`} className="underline underline-offset-3">
					{t("doubtShow")}
				</DeskLink>
				{may(viewer.role, "payout.resolve") ? (
					<DeskLink href={`/payouts?batch=${batch.id}&state=open`} className="underline underline-offset-3">
						{t("doubtSettle")}
					</DeskLink>
				) : null}
			</p>
		</Notice>
	);
}
