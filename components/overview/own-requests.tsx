"use client";
import { useTranslations } from "next-intl";
import { placeOf, useNeedTitle } from "#components/overview/need-place.ts";
import { SectionHead } from "#components/overview/section-head.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import type { Need, Overview } from "#lib/contracts/overview.ts";
import { ENDED_UNPAID_STATES } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";

type OwnRequestsProps = Pick<Overview, "own" | "ownBatches" | "ownChanges" | "waiting">;

export default function OwnRequests({ waiting, ...own }: OwnRequestsProps) {
	return (
		<>
			{own.own.length + own.ownBatches.length + own.ownChanges > 0 ? <Own {...own} /> : null}
			{waiting.length > 0 ? <WaitingList needs={waiting} /> : null}
		</>
	);
}

const LINE = "border-line px-4 py-2 not-first:border-t max-sm:py-2.5 sm:col-span-full";

function Own({ own, ownBatches, ownChanges }: Omit<OwnRequestsProps, "waiting">) {
	const t = useTranslations("home.own");
	const need = useTranslations("home.need");
	return (
		<section aria-labelledby="own" className="mt-6">
			<SectionHead id="own" title={t("title")} href="/payouts" link={t("all")} />
			<ul className="rounded-lg border border-line bg-surface sm:grid sm:grid-cols-[auto_auto_auto_1fr_auto]">
				{ownBatches.map(({ id, name }) => (
					<li key={id} className={LINE}>
						<DeskLink href={`/batches/${id}`} className="wrap-anywhere rounded-sm font-[520] hover:underline">
							{t("sentBack", { name })}
						</DeskLink>
					</li>
				))}
				{own.map(({ id, amount, currency, destination, name, state }) => (
					<li
						key={id}
						className={cx(
							LINE,
							"flex flex-wrap items-center gap-x-4 gap-y-0.5 max-sm:gap-x-3 sm:grid sm:grid-cols-subgrid",
						)}
					>
						<DeskLink
							href={`/payouts/${encodeURIComponent(id)}`}
							className="rounded-sm font-[520] hover:underline sm:text-right"
						>
							<Money amount={amount} currency={currency} />
						</DeskLink>
						<span className="text-xs [overflow-wrap:anywhere]">{name}</span>
						<span className="num text-ink-2 text-xs">{maskPhone(destination ?? "")}</span>
						<StatePill kind="payout" state={state} plain />
						{ENDED_UNPAID_STATES.includes(state) ? (
							<DeskLink
								href={`/payouts/new?again=${encodeURIComponent(id)}`}
								className="ml-auto rounded-sm py-1 text-accent text-xs hover:underline"
							>
								{t("again")}
							</DeskLink>
						) : null}
					</li>
				))}
				{ownChanges > 0 ? (
					<li className={LINE}>
						<DeskLink href="/change-requests" className="rounded-sm font-[520] hover:underline">
							{need("change_request", { count: ownChanges })}
						</DeskLink>
					</li>
				) : null}
			</ul>
		</section>
	);
}

function WaitingList({ needs }: { needs: readonly Need[] }) {
	const t = useTranslations("home");
	const titleOf = useNeedTitle(needs);
	return (
		<section aria-labelledby="waiting" className="mt-6">
			<SectionTitle id="waiting">{t("waiting.title")}</SectionTitle>
			<ul className="rounded-lg border border-line bg-surface">
				{needs.map((need) => (
					<li
						key={`${need.kind}${need.payment?.kind ?? ""}`}
						className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 border-line px-4 py-2 not-first:border-t max-sm:py-2.5"
					>
						<DeskLink
							href={need.kind === "approval" ? "/payouts?state=awaiting_approval" : placeOf(need)}
							className="rounded-sm font-[520] hover:underline"
						>
							{need.kind === "approval" ? t("waiting.approval", { count: need.count }) : titleOf(need)}
						</DeskLink>
						{need.amount && need.currency ? (
							<Money amount={need.amount} currency={need.currency} className="text-ink-2 text-xs" />
						) : null}
					</li>
				))}
			</ul>
		</section>
	);
}
