"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Money } from "#components/ui/money.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { SharedProposal } from "#lib/contracts/wallet-gaps.ts";
import { changeSharedWallet, walletGapQueries } from "#lib/queries/wallet-gaps.ts";

/** Lets admins mark wallets that other systems also use: an unmatched line or balance drop holds only payouts that it fits. */
export function SharedWallets() {
	const t = useTranslations("settings.walletGaps");
	const query = useQuery(walletGapQueries.now());
	const change = useSettingChange(changeSharedWallet, {
		saved: t("sharedSaved"),
		scope: { id: "shared-wallets" },
	});
	if (!query.data) return null;
	return (
		<section id="shared-wallets" aria-labelledby="shared-wallets-title" className="mb-8 scroll-mt-24">
			<SectionTitle id="shared-wallets-title">{t("shared")}</SectionTitle>
			{query.data.proposals.map((proposal) => (
				<Proposal
					key={proposal.currency}
					proposal={proposal}
					action={
						<Button
							busy={change.isPending}
							onClick={() => change.mutate({ currency: proposal.currency, shared: true })}
						>
							{t("sharedPropose")}
						</Button>
					}
				/>
			))}
			<p className="mb-3 max-w-[64ch] text-ink-2 text-xs">{t("sharedHint")}</p>
			<div className="grid gap-2">
				{query.data.shared.map(({ currency, shared }) => (
					<Checkbox
						key={currency}
						label={t("sharedLabel", { currency })}
						checked={change.isPending && change.variables.currency === currency ? change.variables.shared : shared}
						onChange={(event) => change.mutate({ currency, shared: event.target.checked })}
					/>
				))}
				<FaultNotice>{change.fault}</FaultNotice>
			</div>
		</section>
	);
}

/** Proposes to mark a wallet as shared, after lines without a payment held payouts on several days. A second admin must confirm. */
function Proposal({ proposal: { currency, days, lines }, action }: { proposal: SharedProposal; action: ReactNode }) {
	const t = useTranslations("settings.walletGaps");
	return (
		<Notice tone="warning" className="mb-4" title={t("sharedAsk", { currency })} action={action}>
			{t("sharedWhy", { count: days })}
			<ul className="mt-1 grid gap-0.5">
				{lines.map(({ id, amount, at }) => (
					<li key={id} className="num">
						<Money amount={amount} currency={currency} sign="−" /> · <Time at={at} as="momentShort" />
					</li>
				))}
			</ul>
		</Notice>
	);
}
