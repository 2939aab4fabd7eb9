"use client";
import { useTranslations } from "next-intl";
import { placeOf, titleOf } from "#components/overview/need-place.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import type { Need, Overview } from "#lib/contracts/overview.ts";
import { ENDED_UNPAID_STATES } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";

interface OwnRequestsProps {
	payouts: Overview["own"];
	/** The number of the reader's changes that wait for another admin. */
	changes: number;
	waiting: readonly Need[];
}

/** The reader's own requests, and the tasks that wait for others; shown below the reader's tasks. */
export default function OwnRequests({ payouts, changes, waiting }: OwnRequestsProps) {
	return (
		<>
			{payouts.length + changes > 0 ? <Own payouts={payouts} changes={changes} /> : null}
			{waiting.length > 0 ? <WaitingList needs={waiting} /> : null}
		</>
	);
}

/** Shows the reader's own requests: those that others decide, and those that ended unpaid and may be asked for again. */
function Own({ payouts, changes }: Pick<OwnRequestsProps, "payouts" | "changes">) {
	const t = useTranslations("home.own");
	const need = useTranslations("home.need");
	return (
		<section aria-labelledby="own" className="mt-6">
			<SectionTitle id="own">{t("title")}</SectionTitle>
			<ul className="rounded-lg border border-line bg-surface sm:grid sm:grid-cols-[auto_auto_auto_1fr_auto]">
				{payouts.map(({ id, amount, currency, destination, name, state }) => (
					<li
						key={id}
						className="flex flex-wrap items-center gap-x-4 gap-y-0.5 border-line px-4 py-2 not-first:border-t max-sm:gap-x-3 max-sm:py-2.5 sm:col-span-full sm:grid sm:grid-cols-subgrid"
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
				{changes > 0 ? (
					<li className="border-line px-4 py-2 not-first:border-t max-sm:py-2.5 sm:col-span-full">
						<DeskLink href="/change-requests" className="rounded-sm font-[520] hover:underline">
							{need("change_request", { count: changes })}
						</DeskLink>
					</li>
				) : null}
			</ul>
		</section>
	);
}

/** Shows what other members have to answer. */
function WaitingList({ needs }: { needs: readonly Need[] }) {
	const t = useTranslations("home");
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
							{need.kind === "approval"
								? t("waiting.approval", { count: need.count })
								: t(`need.${titleOf(need, needs)}`, { count: need.count, currency: need.currency ?? "" })}
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
