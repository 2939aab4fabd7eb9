import { useTranslations } from "next-intl";
import { useMonthText } from "#components/statements/day-text.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Statement } from "#lib/contracts/statement.ts";

export function LateLines({ statement: { late, currency } }: { statement: Statement }) {
	const t = useTranslations("statements.late");
	const monthText = useMonthText();
	if (late.length === 0) return null;
	return (
		<section>
			<SectionTitle>{t("title")}</SectionTitle>
			<ul className="grid gap-2 text-sm">
				{late.map((line) => (
					<li key={line.id} className="grid gap-0.5">
						<p>
							{t("line")} <Time at={line.createdAt} as="exact" />: <Money amount={line.effect} currency={currency} />
						</p>
						<p className="text-ink-2 text-xs">
							{t(line.reason, { month: monthText(line.month) })} · {t("noted")} <Time at={line.notedAt} as="exact" /> ·{" "}
							{line.counted ? t("counted") : t("explains", { month: monthText(line.month) })}
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
