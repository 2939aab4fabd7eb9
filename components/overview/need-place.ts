import { useTranslations } from "next-intl";
import { useMonthText } from "#components/ui/day-text.tsx";
import type { Need } from "#lib/contracts/overview.ts";
import { age, dayOf, monthEnd } from "#lib/dates.ts";
import { IN_DOUBT_STATES } from "#lib/payment-state.ts";

const OF_RECONCILIATION: readonly Need["kind"][] = ["unexplained", "paid_after_all"];

/** Returns the key of a need's text in `home.need`. Exceptions are called "other" if another need already shows some of this wallet. */
export function titleOf(
	{ kind, payment, currency }: Need,
	needs: readonly Need[],
): Need["kind"] | "unknownDeposit" | "exceptionsOther" {
	if (kind === "unknown" && payment?.kind === "deposit") return "unknownDeposit";
	const isBeside = needs.some((other) => OF_RECONCILIATION.includes(other.kind) && other.currency === currency);
	return kind === "exceptions" && isBeside ? "exceptionsOther" : kind;
}

/** Returns a function for a need's title. The page must load the texts `home`. */
export function useNeedTitle(needs: readonly Need[]): (need: Need) => string {
	const t = useTranslations("home.need");
	const monthText = useMonthText();
	return (need) => {
		const { count, currency, month } = need;
		return t(titleOf(need, needs), { count, currency: currency ?? "", month: monthText(month ?? "") });
	};
}

// From this age on the page shows the age, which then tells more than the time of day.
const MOST_HOURS = 12;

export function showsAge(since: Date, now: Date, timeZone: string): boolean {
	const { unit, count } = age(since, now);
	const isLong = unit === "Days" || (unit === "Hours" && count >= MOST_HOURS);
	return isLong || dayOf(since, timeZone) !== dayOf(now, timeZone);
}

export function placeOf({ kind, count, payment, currency, month }: Need): string {
	if (kind === "unexplained" || kind === "paid_after_all" || kind === "exceptions")
		return `/reconciliation?currency=${currency}`;
	if (kind === "closing" && month) return `/statements?wallet=${currency}&from=${month}-01&to=${monthEnd(month)}`;
	if (kind.startsWith("list_")) return `/movements?currency=${currency}`;
	if (kind === "orphan_answer") return "/imports#orphan-answers";
	if (kind === "forgotten_permit") return "/settings/configuration#forgotten-permits";
	if (kind === "shared_wallet") return "/settings/configuration#shared-wallets";
	if (["sending_stopped", "database_mismatch", "wallet_held", "wallet_unread", "backup_old"].includes(kind))
		return "/settings/configuration";
	if (kind === "change_request") return "/change-requests";
	if (kind === "record_broken" || kind === "new_factor") return "/audit";
	if (kind === "approval") return "/approvals";
	if (kind === "batch_paused") return "/batches";
	if (kind === "balance_low") return `/payouts?state=approved&currency=${currency}`;
	if (!payment) return "/";
	const list = payment.kind === "deposit" ? "/deposits" : "/payouts";
	if (count === 1) return `${list}/${encodeURIComponent(payment.id)}`;
	return `${list}?state=${(IN_DOUBT_STATES as readonly string[]).includes(kind) ? kind : "open"}`;
}
