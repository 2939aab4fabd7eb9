"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { DraftWords } from "#components/payments/draft-words.ts";
import { Time } from "#components/ui/time.tsx";
import { formatAmount, minorOf } from "#lib/money.ts";
import { walletQueries } from "#lib/queries/wallets.ts";

/** What the wallet held at the last look. Never a refusal: the desk reads it again before it sends. */
export function AvailableHint({ words }: { words: DraftWords }) {
	const t = useTranslations("payments.form");
	const locale = useLocale();
	const wallets = useQuery(walletQueries.list());
	const currency = words.operator?.currency;
	const wallet = wallets.data?.items.find((item) => item.currency === currency)?.wallet;
	if (!wallet) return "\u00a0";
	const amount = `${formatAmount(wallet.balance, wallet.currency, locale)}\u00a0${wallet.currency}`;
	const isTooMuch = words.decimal !== null && minorOf(words.decimal) > minorOf(wallet.balance);
	const at = () => <Time at={wallet.fetchedAt} as="timeShort" />;
	return (
		<span className="tabular-nums">
			{isTooMuch ? t.rich("moreThanAvailable", { amount, at }) : t.rich("available", { amount, at })}
		</span>
	);
}
