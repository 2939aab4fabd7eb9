"use client";
/** The page's first line: is every unit matched, until when, and if not, how much is missing. */
import { useLocale, useTranslations } from "next-intl";
import { Explanations } from "#components/reconciliation/explanations.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import type { DayProof, Stretch } from "#lib/contracts/reconciliation.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { formatCount } from "#lib/text/counts.ts";

interface ProofAnswerProps {
	currency: string;
	/** From the last stored day until now. */
	current: Stretch | null;
	days: readonly DayProof[];
}

export function ProofAnswer({ currency, current, days }: ProofAnswerProps) {
	const t = useTranslations("reconciliation");
	const locale = useLocale() as Locale;
	if (!current?.closing || !current.opening) {
		return (
			<Answer tone="neutral" title={t("nothingYet")}>
				{t("nothingYetWhy")}
			</Answer>
		);
	}
	const { opening, closing, gap, status, totals } = current;
	const open = days.filter((day) => day.status === "gap" || day.status === "cut").length;
	const isProved = status === "proved";
	const tone = !isProved ? "danger" : open > 0 ? "warning" : "positive";
	const title = isProved
		? t.rich(open > 0 ? "provedSince" : "proved", {
				currency,
				time: () => <Time at={closing.seenAt} as="asOf" />,
				from: () => <Time at={opening.at} as="asOf" />,
			})
		: t.rich("notProved", { amount: () => <Money amount={gap ?? "0.00"} currency={currency} /> });
	return (
		<Answer tone={tone} title={title}>
			<p>
				{t.rich("sum", {
					count: totals.count,
					rows: formatCount(totals.count, locale),
					opening: () => <Money amount={opening.balance} currency={currency} />,
					closing: () => <Money amount={closing.balance} currency={currency} />,
					from: () => <Time at={opening.at} as="asOf" />,
					to: () => <Time at={closing.seenAt} as="asOf" />,
				})}{" "}
				{current.held !== "0.00"
					? t.rich("held", { amount: () => <Money amount={current.held} currency={currency} /> })
					: null}
			</p>
			{!isProved && current.provedUntil ? (
				<p>{t.rich("provedBefore", { time: () => <Time at={current.provedUntil ?? ""} as="asOf" /> })}</p>
			) : null}
			{!isProved ? <Explanations stretch={current} currency={currency} /> : null}
			{open > 0 ? <p>{t("gapDays", { count: open })}</p> : null}
		</Answer>
	);
}

const ICONS: Record<Tone, IconName> = {
	positive: "circle-check",
	warning: "circle-check",
	danger: "triangle-alert",
	neutral: "circle-dashed",
	accent: "circle-dashed",
};

function Answer({ tone, title, children }: { tone: Tone; title: React.ReactNode; children: React.ReactNode }) {
	return (
		<section className="mb-8 grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-line border-y py-5">
			<Icon name={ICONS[tone]} thin className={cx("mt-0.5 size-[22px]", TONE_TEXT[tone])} />
			<div className="grid gap-1.5 text-ink-2 text-sm">
				<p className="font-[600] text-ink text-lg tracking-[-0.01em]">{title}</p>
				{children}
			</div>
		</section>
	);
}
