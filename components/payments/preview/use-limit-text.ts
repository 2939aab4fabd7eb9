"use client";
import { useLocale, useTranslations } from "next-intl";
import type { LimitUse } from "#lib/contracts/payout-rule.ts";
import { moneyText } from "#lib/money-text.ts";

/** What the limit is, what is used of it today, and what is left. */
export function useLimitText(): (limit: LimitUse) => string {
	const t = useTranslations("payments.limit");
	const locale = useLocale();
	return ({ kind, currency, limit, used, left }) => {
		const money = (amount: string) => moneyText(amount, currency, locale);
		return t(kind, { limit: money(limit), used: money(used), left: money(left) });
	};
}
