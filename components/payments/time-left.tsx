"use client";
import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNow } from "#components/payments/use-now.ts";

/** Minutes and seconds until the payer's request usually ends at the operator. */
export function TimeLeft({ deadline, start }: { deadline: string; start: string }) {
	const t = useTranslations("payments");
	const left = Math.max(0, Math.ceil((Date.parse(deadline) - useNow(start)) / 1_000));
	const minutes = Math.floor(left / 60);
	return (
		<p className="flex items-center justify-between gap-3 border-line border-t pt-3 text-ink-2 text-sm">
			<span className="flex items-center gap-2">
				<Hourglass aria-hidden="true" className="size-4 text-warning" />
				{left > 0 ? t("timeLeft") : t("windowOver")}
			</span>
			<span role="timer" className="num font-[560] text-ink text-md" suppressHydrationWarning>
				{left > 0 ? `${minutes}:${String(left % 60).padStart(2, "0")}` : null}
			</span>
		</p>
	);
}
