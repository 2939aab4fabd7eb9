"use client";
import { useTranslations } from "next-intl";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { showView } from "#components/ui/view-link.tsx";
import { isCalendarDay } from "#lib/dates.ts";

interface DayJumpProps {
	/** The page's place: a day is one, too. */
	cursor: string | undefined;
	pathOf: (day: string) => string;
}

/** Shows a list from a day on, without a filter: later rows stay part of it. */
export function DayJump({ cursor = "", pathOf }: DayJumpProps) {
	const t = useTranslations("common");
	const isReady = useHydrated();
	const day = isCalendarDay(cursor) ? cursor : "";
	return (
		<label className="flex items-center gap-2 text-ink-2 text-xs">
			{t("goToDay")}
			<input
				// Neither by a key nor while it has the focus: a person types a day in three parts.
				ref={(input) => {
					if (input && document.activeElement !== input) input.value = day;
				}}
				type="date"
				disabled={!isReady}
				// While a year is typed it is "0202" for a moment.
				onChange={({ target: { value } }) => value > "2" && showView(pathOf(value))}
				className="h-8 rounded-md border border-line-field bg-surface px-2 text-[1rem] text-ink disabled:text-ink-3 sm:text-xs"
			/>
		</label>
	);
}
