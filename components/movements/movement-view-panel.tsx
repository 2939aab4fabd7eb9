"use client";
import { useColumnLabels } from "#components/movements/use-column-labels.ts";
import { ViewPanel } from "#components/views/view-panel.tsx";

/** How a member looks at Movements. */
export default function MovementViewPanel({ onOpened }: { onOpened: () => void }) {
	return <ViewPanel list="movements" labels={useColumnLabels()} onOpened={onOpened} />;
}
