"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangeWaits } from "#components/change-requests/use-change-waits.ts";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { HeldPayouts } from "#components/settings/configuration/held-payouts.tsx";
import { WalletFinding } from "#components/settings/configuration/wallet-finding.tsx";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import type { WalletGap } from "#lib/contracts/wallet-gaps.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";
import { answerWallet, walletGapQueries } from "#lib/queries/wallet-gaps.ts";

export function WalletGaps() {
	const query = useQuery(walletGapQueries.now());
	return (
		<>
			<ReadFault query={query} />
			{query.data?.wallets.map((wallet) =>
				wallet.finding ? (
					<HeldWallet key={wallet.currency} wallet={wallet} finding={wallet.finding} />
				) : wallet.fault ? (
					<UnreadWallet key={wallet.currency} wallet={wallet} />
				) : null,
			)}
		</>
	);
}

function HeldWallet({ wallet, finding }: { wallet: WalletGap; finding: NonNullable<WalletGap["finding"]> }) {
	const t = useTranslations("settings.walletGaps");
	const { currency, detectedAt } = wallet;
	return (
		<section className="mb-8" aria-label={t("shows")}>
			<Notice tone="danger" title={t.rich("title", { currency, at: () => <Time at={detectedAt} as="asOf" /> })}>
				{t(finding.unexplained === null && finding.lines.length === 0 ? "whatNotKnown" : "what", { currency })}
			</Notice>
			<div className="mt-3 grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
				<WalletFinding finding={finding} wallet={wallet} />
				<HeldPayouts wallet={wallet} seen={finding.seen} />
			</div>
		</section>
	);
}

/** Shows a wallet that could not be read, so that its payouts wait. The desk tries again, and an admin may skip the reading. */
function UnreadWallet({ wallet }: { wallet: WalletGap }) {
	const t = useTranslations("settings.walletGaps");
	const errors = useTranslations("errors");
	const changedToast = useChangedToast();
	const [isAsking, setAsking] = useState(false);
	const { currency, detectedAt, fault } = wallet;
	const waits = useChangeWaits("wallet_answered", currency);
	const code: ErrorCode = fault !== null && Object.hasOwn(ERROR_CODES, fault) ? (fault as ErrorCode) : "internal";
	return (
		<div className="mb-6">
			<Notice
				tone="warning"
				title={t.rich("waitTitle", { currency, at: () => <Time at={detectedAt} as="asOf" /> })}
				action={waits === false ? <Button onClick={() => setAsking(true)}>{t("goOn")}</Button> : null}
			>
				{fault === null ? t("wait") : t("waitFault", { fault: errors(code) })}
			</Notice>
			{isAsking ? (
				<ReasonDialog
					texts={{
						title: t("goOnTitle"),
						body: t("goOnBody"),
						act: t("goOn"),
						reason: t("reason"),
						hint: t("reasonHint"),
					}}
					act={(reason) => answerWallet({ currency, seen: null, answers: [], reason })}
					onDone={(answer) => changedToast(answer, t("done"))}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}
