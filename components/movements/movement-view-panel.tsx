"use client";
import { useColumnLabels } from "#components/movements/use-column-labels.ts";
import { AllTexts } from "#components/ui/all-texts.tsx";
import { ViewPanel } from "#components/views/view-panel.tsx";

/** How a member looks at Movements. */
export default function MovementViewPanel(props: { onOpened: () => void }) {
	return (
		<AllTexts>
			<Labelled {...props} />
		</AllTexts>
	);
}

function Labelled({ onOpened }: { onOpened: () => void }) {
	return <ViewPanel list="movements" labels={useColumnLabels()} onOpened={onOpened} />;
}
