"use client";
import { useColumnLabels } from "#components/movements/use-column-labels.ts";
import { AllTexts } from "#components/ui/all-texts.tsx";
import { ColumnsForm } from "#components/views/columns-form.tsx";

/** The choice of columns of Movements. */
export default function MovementColumns() {
	return (
		<AllTexts>
			<Labelled />
		</AllTexts>
	);
}

function Labelled() {
	return <ColumnsForm list="movements" labels={useColumnLabels()} />;
}
