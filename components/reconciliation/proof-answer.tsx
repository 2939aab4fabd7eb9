"use client";
import { useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { Explanations } from "#components/reconciliation/explanations.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DayLink } from "#components/ui/day-text.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { TONE_TEXT, type Tone } from "#components/ui/tone.ts";
import type { OpenMatters, Stretch } from "#lib/contracts/reconciliation.ts";
import { sumOfSizes } from "#lib/money.ts";
import { movementSign } from "#lib/movements/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

interface ProofAnswerProps {
	currency: string;
	/** The proof from the last stored day until now. */
	current: Stretch | null;
	open: OpenMatters;
}

export function ProofAnswer({ currency, current, open }: ProofAnswerProps) {
	const t = useTranslations("reconciliation");
	const locale = useLocale();
	if (!current?.closing || !current.opening) {
		return (
			<Answer tone="neutral" title={t("nothingYet")}>
				{t("nothingYetWhy")}
			</Answer>
		);
	}
	const { opening, closing, gap, status, isDecided, totals } = current;
	const [isProved, isOpen] = [status === "proved", open.days.length > 0 || open.lines.count > 0];
	const times = { time: () => <Time at={closing.seenAt} as="asOf" />, from: () => <Time at={opening.at} as="asOf" /> };
	const missing = { amount: () => <Money amount={gap ?? "0.00"} currency={currency} /> };
	const title = isProved ? t.rich("proved", times) : t.rich("notProved", missing);
	const tone = !isProved && !isDecided ? "danger" : isOpen || !isProved ? "warning" : "positive";
	return (
		<Answer
			tone={tone}
			title={
				<>
					{isProved && isOpen ? null : isDecided ? t.rich("decidedGap", missing) : title}{" "}
					{isOpen ? <OpenText open={open} currency={currency} /> : null}
				</>
			}
		>
			<OpenDayList days={open.days} currency={currency} />
			{isProved && isOpen ? <p>{t.rich("provedBalance", times)}</p> : null}
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
		</Answer>
	);
}

/** Shows how many days and lines are open, with sums. Amounts of days are added without their signs, lines only within a type. */
function OpenText({ open: { days, lines }, currency }: { open: OpenMatters; currency: string }) {
	const t = useTranslations("reconciliation");
	const locale = useLocale();
	const sum = sumOfSizes(days.map(({ gap }) => gap));
	const countText = (count: number, amount: ReactNode) => ({
		...{ count, rows: formatCount(count, locale) },
		amount: () => amount,
	});
	const sums = lines.sums.map(({ type, amount }, place) => (
		<Fragment key={type}>
			{place > 0 ? ", " : null}
			<Money amount={amount} currency={currency} sign={movementSign(type)} />
		</Fragment>
	));
	return (
		<>
			{days.length > 0 ? t.rich("openDays", countText(days.length, <Money amount={sum} currency={currency} />)) : null}{" "}
			{lines.count > 0
				? t.rich("openLines", { ...countText(lines.count, sums), isAtLeast: lines.isAtLeast ? "yes" : "no" })
				: null}
		</>
	);
}

const MOST_DAYS = 6;

function OpenDayList({ days, currency }: { days: OpenMatters["days"]; currency: string }) {
	const t = useTranslations("reconciliation");
	const locale = useLocale();
	if (days.length === 0) return null;
	const more = days.length - MOST_DAYS;
	return (
		<ul className="flex flex-wrap gap-x-4 gap-y-1">
			{days.slice(0, MOST_DAYS).map(({ day, gap }) => (
				<li key={day}>
					<DayLink day={day} currency={currency} className="font-[530] text-ink underline underline-offset-3" />{" "}
					<Money amount={gap} currency={currency} />
				</li>
			))}
			{more > 0 ? <li>{t("openDaysMore", { count: more, rows: formatCount(more, locale) })}</li> : null}
		</ul>
	);
}

const ICONS: Record<Tone, IconName> = {
	positive: "circle-check",
	warning: "circle-alert",
	danger: "triangle-alert",
	neutral: "circle-dashed",
	accent: "circle-dashed",
};

function Answer({ tone, title, children }: { tone: Tone; title: ReactNode; children: ReactNode }) {
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
