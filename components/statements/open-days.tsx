import { useTranslations } from "next-intl";
import { DayLink, DayText, useMonthText } from "#components/ui/day-text.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { LateLine, OpenDay, Statement } from "#lib/contracts/statement.ts";
import { minorOf } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";

export function OpenDays({ statement: { openDays, currency, monthClosing } }: { statement: Statement }) {
	const t = useTranslations("statements");
	const shown = openDays.filter(({ kind, reason }) => kind === "unexplained" || reason !== null);
	const groups = [
		["unexplainedDays", shown.filter(({ kind }) => kind === "unexplained")],
		["unreadDays", shown.filter(({ kind }) => kind === "not_proved")],
	] as const;
	return groups
		.filter(([, days]) => days.length > 0)
		.map(([title, days]) => (
			<section key={title}>
				<SectionTitle>{t(title)}</SectionTitle>
				<ul className="grid gap-1.5 text-sm">
					{days.map((open) => (
						<li key={open.day} className="first-letter:uppercase">
							<OpenDayText open={open} currency={currency} linked />
							<span className="ml-2 text-ink-2">{open.reason ?? (monthClosing ? t("noReason") : null)}</span>
						</li>
					))}
				</ul>
			</section>
		));
}

interface OpenDayTextProps {
	open: OpenDay;
	currency: string;
	/** False in a form, because a link would leave the form. */
	linked?: boolean;
}

export function OpenDayText({ open: { day, to, kind, amount }, currency, linked = false }: OpenDayTextProps) {
	const t = useTranslations("statements");
	const first = <DayText day={day} />;
	if (kind === "unexplained")
		return (
			<>
				{linked ? <DayLink day={day} currency={currency} className="link" /> : first}{" "}
				<Money amount={amount} currency={currency} className="ml-2 font-[580] text-danger" />
			</>
		);
	return (
		<>
			{day === to ? first : t.rich("propose.from", { from: () => first, to: () => <DayText day={to} /> })}{" "}
			<span className="text-ink-2">{t("notProved")}</span>
		</>
	);
}

export function LateLines({ statement: { late, currency } }: { statement: Statement }) {
	const t = useTranslations("statements.late");
	const monthText = useMonthText();
	if (late.length === 0) return null;
	return (
		<section>
			<SectionTitle>{t("title")}</SectionTitle>
			<ul className="grid gap-2 text-sm">
				{late.map((line) => (
					<li key={`${line.id} ${line.reason}`} className="grid gap-0.5">
						<p>
							{t.rich("line", {
								at: () => <Time at={line.createdAt} as="exact" />,
								amount: () => (
									<Money amount={stateOf(line) === "unsigned" ? line.amount : line.effect} currency={currency} />
								),
							})}
						</p>
						<p className="text-ink-2 text-xs">
							{t(line.reason, { month: monthText(line.month) })} · {t("noted")} <Time at={line.notedAt} as="exact" /> ·{" "}
							{t(stateOf(line), { month: monthText(line.month) })}
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}

function stateOf({ type, effect, counted }: LateLine): "unsigned" | "counted" | "explains" {
	if (movementDirection(type) === null && minorOf(effect) === 0n) return "unsigned";
	return counted ? "counted" : "explains";
}
