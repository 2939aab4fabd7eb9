"use client";
import { useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import type { Overview } from "#lib/contracts/overview.ts";
import { ENDED_UNPAID_STATES } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";

interface OwnRequestsProps {
	payouts: Overview["own"];
	/** How many changes of the reader's wait for another admin. */
	changes: number;
}

/** Shows the reader's own requests: those that others decide, and those that ended unpaid and may be asked for again. */
export default function OwnRequests({ payouts, changes }: OwnRequestsProps) {
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
