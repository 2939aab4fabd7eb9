"use client";
import { useTimeZone, useTranslations } from "next-intl";
import OwnDays from "#components/movements/filters/own-days.tsx";
import { cx } from "#components/ui/class-names.ts";
import { ViewLink } from "#components/ui/view-link.tsx";
import { dayOf } from "#lib/dates.ts";
import { type MovementView, movementViewPath } from "#lib/movement-view.ts";
import { PERIODS, periodDays, periodOf } from "#lib/periods.ts";

/** The usual stretches, and one's own days. */
export default function PeriodChoices({ view, onDone }: { view: MovementView; onDone: () => void }) {
	const t = useTranslations("movements");
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const { from, to } = view.query;
	const period = periodOf(from, to, today);
	return (
		<div className="grid gap-3">
			<ul className="-mx-1.5 -mt-1.5 border-line border-b pb-2">
				{PERIODS.map((name) => (
					<li key={name}>
						<ViewLink
							href={movementViewPath(view, periodDays(name, today))}
							onClick={onDone}
							aria-current={name === period ? "true" : undefined}
							className={cx(
								"block rounded-[6px] px-2 py-1.5 text-sm hover:bg-neutral-soft",
								name === period && "font-semibold text-accent",
							)}
						>
							{t(name)}
						</ViewLink>
					</li>
				))}
			</ul>
			<OwnDays key={`${from} ${to}`} view={view} onDone={onDone} />
		</div>
	);
}
