"use client";
import { lazy, Suspense } from "react";
import type { RareColumnProps } from "#components/payments/list/rare-content.tsx";

const RareContent = lazy(() => import("#components/payments/list/rare-content.tsx"));

/** A column that is hidden by default; its code loads when a member chooses it. */
export function RareColumn(props: RareColumnProps) {
	return (
		<Suspense>
			<RareContent {...props} />
		</Suspense>
	);
}
