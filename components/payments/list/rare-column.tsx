"use client";
import { lazy, Suspense } from "react";
import type { RareColumnProps } from "#components/payments/list/rare-content.tsx";

const RareContent = lazy(() => import("#components/payments/list/rare-content.tsx"));

/** A column that no list has until a member chooses it; its code is loaded then. */
export function RareColumn(props: RareColumnProps) {
	return (
		<Suspense>
			<RareContent {...props} />
		</Suspense>
	);
}
