"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { Time } from "#components/ui/time.tsx";
import { minorOf } from "#lib/money.ts";
import { moneyText } from "#lib/money-text.ts";
import { walletQueries } from "#lib/queries/wallets.ts";

/** What the wallet held at the last look. Never a refusal: the desk reads it again before it sends. */
export function AvailableHint({ draftText }: { draftText: DraftText }) {
	const t = useTranslations("payments.form");
	const locale = useLocale();
	const wallets = useQuery(walletQueries.list());
	const currency = draftText.operator?.currency;
	const wallet = wallets.data?.items.find((item) => item.currency === currency)?.wallet;
	if (!wallet) return "\u00a0";
	const amount = moneyText(wallet.balance, wallet.currency, locale);
	const isTooMuch = draftText.decimal !== null && minorOf(draftText.decimal) > minorOf(wallet.balance);
	const at = () => <Time at={wallet.fetchedAt} as="timeShort" />;
	return (
		<span className="tabular-nums">
			{isTooMuch ? t.rich("moreThanAvailable", { amount, at }) : t.rich("available", { amount, at })}
		</span>
	);
}
