"use client";
import { useTranslations } from "next-intl";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { showView } from "#components/ui/view-link.tsx";
import { isCalendarDay } from "#lib/dates.ts";

interface DayJumpProps {
	/** The start of the page: an id or a day. */
	cursor: string | undefined;
	pathOf: (day: string) => string;
}

/** Jumps to a day in a list without filtering, so that later rows stay in the list. */
export function DayJump({ cursor = "", pathOf }: DayJumpProps) {
	const t = useTranslations("common");
	const isReady = useHydrated();
	const day = isCalendarDay(cursor) ? cursor : "";
	return (
		<label className="flex items-center gap-2 text-ink-2 text-xs">
			{t("goToDay")}
			<input
				// Leaves the field unchanged while it has the focus, because a person types a day in three parts.
				ref={(input) => {
					if (input && document.activeElement !== input) input.value = day;
				}}
				type="date"
				disabled={!isReady}
				// Ignores half-typed years such as "0202".
				onChange={({ target: { value } }) => value > "2" && showView(pathOf(value))}
				className="h-8 rounded-md border border-line-field bg-surface px-2 text-[1rem] text-ink disabled:text-ink-3 sm:text-xs"
			/>
		</label>
	);
}
