"use client";
import { useTranslations } from "next-intl";
import { FaultText } from "#components/payments/fault-text.tsx";
import { useNow } from "#components/payments/use-now.ts";
import { Time } from "#components/ui/time.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";

// A longer wait is shown as the time of day of the next check.
const SOON_SECONDS = 30 * 60;

/** Shows the last and the next check: "Checked 09:41:05, next in 8 s". */
export function CheckStatus({ payment }: { payment: PaymentSummary }) {
	const t = useTranslations("payments");
	const now = useNow();
	const { lastCheckedAt, nextCheckAt, checkFault } = payment;
	const wait = nextCheckAt ? Math.ceil((Date.parse(nextCheckAt) - now) / 1_000) : null;
	return (
		<span className="num whitespace-normal text-ink-2" suppressHydrationWarning>
			{lastCheckedAt ? t.rich("checked", { at: () => <Time at={lastCheckedAt} as="asOf" /> }) : t("notChecked")}
			{wait === null || !nextCheckAt ? null : (
				<span className="print:hidden" suppressHydrationWarning>
					{", "}
					{wait > SOON_SECONDS
						? t.rich("nextAt", { at: () => <Time at={nextCheckAt} as="momentShort" className="in-sentence" /> })
						: nextText(wait, t)}
				</span>
			)}
			.
			{checkFault === null ? null : (
				<span className="block text-warning">
					{t("lastCheckFailed")} <FaultText fault={checkFault} />
				</span>
			)}
		</span>
	);
}

function nextText(seconds: number, t: ReturnType<typeof useTranslations<"payments">>): string {
	if (seconds <= 0) return t("nextSoon");
	return seconds < 100 ? t("nextIn", { seconds }) : t("nextInMinutes", { minutes: Math.round(seconds / 60) });
}
