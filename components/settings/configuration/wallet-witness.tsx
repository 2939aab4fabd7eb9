"use client";
/** Wallets from which nothing is sent for now: what each shows, and which payouts that may be, side by side. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { HeldPayouts } from "#components/settings/configuration/held-payouts.tsx";
import { UnreadWallet } from "#components/settings/configuration/unread-wallet.tsx";
import { WalletShows } from "#components/settings/configuration/wallet-shows.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import type { WitnessedWallet } from "#lib/contracts/wallet-witness.ts";
import { walletWitnessQueries } from "#lib/queries/wallet-witness.ts";

type Finding = NonNullable<WitnessedWallet["finding"]>;

export function WalletWitness({ mayManage }: { mayManage: boolean }) {
	const query = useQuery(walletWitnessQueries.now());
	return (
		<>
			<ReadFault query={query} />
			{query.data?.wallets.map((wallet) =>
				wallet.finding ? (
					<DoubtedWallet key={wallet.currency} wallet={wallet} finding={wallet.finding} mayManage={mayManage} />
				) : wallet.fault ? (
					<UnreadWallet key={wallet.currency} wallet={wallet} mayManage={mayManage} />
				) : null,
			)}
		</>
	);
}

function DoubtedWallet({
	wallet,
	finding,
	mayManage,
}: {
	wallet: WitnessedWallet;
	finding: Finding;
	mayManage: boolean;
}) {
	const t = useTranslations("settings.witness");
	const { currency, detectedAt } = wallet;
	return (
		<section className="mb-8" aria-label={t("shows")}>
			<Notice tone="danger" title={t.rich("title", { at: () => <Time at={detectedAt} as="asOf" /> })}>
				{t(finding.unexplained === null && finding.lines.length === 0 ? "whatNotKnown" : "what", { currency })}
			</Notice>
			<div className="mt-3 grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
				<WalletShows finding={finding} wallet={wallet} />
				<HeldPayouts wallet={wallet} seen={finding.seen} mayManage={mayManage} />
			</div>
		</section>
	);
}
