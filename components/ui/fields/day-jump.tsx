"use client";
import { lazy, Suspense } from "react";
import type { DayJumpProps } from "#components/ui/fields/day-jump-field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

// Loaded after the page: the rows do not wait for it.
const DayJumpField = lazy(() => import("#components/ui/fields/day-jump-field.tsx"));

/** Shows a list from a day on, without a filter: later rows stay part of it. */
export function DayJump(props: DayJumpProps) {
	if (!useHydrated()) return null;
	return (
		<Suspense>
			<DayJumpField {...props} />
		</Suspense>
	);
}
