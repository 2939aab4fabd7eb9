"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { SharedProposal } from "#lib/contracts/wallet-witness.ts";
import { changeSharedWallet, walletWitnessQueries } from "#lib/queries/wallet-witness.ts";

/** Wallets that other systems use too: their movements hold only payouts of matching amounts. */
export function SharedWallets({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("settings.witness");
	const settings = useTranslations("settings");
	const errorText = useErrorText();
	const client = useQueryClient();
	const tell = useChangedToast();
	const query = useQuery(walletWitnessQueries.now());
	const change = useMutation({
		mutationFn: changeSharedWallet,
		onSuccess: (answer) => {
			tell(answer, t("sharedSaved"));
		},
		onSettled: () => client.invalidateQueries({ queryKey: walletWitnessQueries.all }),
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
						mayManage ? (
							<Button
								busy={change.isPending}
								onClick={() => change.mutate({ currency: proposal.currency, shared: true })}
							>
								{t("sharedPropose")}
							</Button>
						) : null
					}
				/>
			))}
			<p className="mb-3 max-w-[64ch] text-ink-2 text-xs">
				{t("sharedHint")} {mayManage ? settings("savesAtOnce") : null}
			</p>
			<div className="grid gap-2">
				{query.data.shared.map(({ currency, shared }) => (
					<Checkbox
						key={currency}
						label={t("sharedLabel", { currency })}
						checked={shared}
						disabled={!mayManage || change.isPending}
						onChange={(event) => change.mutate({ currency, shared: event.target.checked })}
					/>
				))}
			</div>
			{change.isError ? <p className="mt-2 text-danger text-sm">{errorText(change.error)}</p> : null}
		</section>
	);
}

/** Proposes to mark a wallet as shared, after foreign lines held payouts on several days. Two people must agree, as with the box below. */
function Proposal({ proposal: { currency, days, lines }, action }: { proposal: SharedProposal; action: ReactNode }) {
	const t = useTranslations("settings.witness");
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
