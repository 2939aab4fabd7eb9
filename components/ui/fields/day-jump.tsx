"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
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
	const input = useRef<HTMLInputElement>(null);
	// Not by a key, which would take the focus away after the first part of a day is typed.
	useEffect(() => {
		if (input.current && input.current.value !== day) input.current.value = day;
	}, [day]);
	return (
		<label className="flex items-center gap-2 text-ink-2 text-xs">
			{t("goToDay")}
			<input
				ref={input}
				type="date"
				disabled={!isReady}
				defaultValue={day}
				// While a year is typed it is "0202" for a moment.
				onChange={({ target: { value } }) => value > "2" && showView(pathOf(value))}
				className="h-8 rounded-md border border-line-field bg-surface px-2 text-[1rem] text-ink disabled:text-ink-3 sm:text-xs"
			/>
		</label>
	);
}
