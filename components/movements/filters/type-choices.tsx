"use client";
import { useTranslations } from "next-intl";
import { ChoiceList } from "#components/movements/filters/choice-list.tsx";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";

interface TypeChoicesProps {
	view: MovementView;
	types: readonly string[];
	labelOf: (type: string) => string;
	onDone: () => void;
}

export default function TypeChoices({ view, types, labelOf, onDone }: TypeChoicesProps) {
	const t = useTranslations("movements");
	return (
		<ChoiceList
			choices={[
				{ code: undefined, label: t("typeAll") },
				...types.map((type) => ({ code: type, label: labelOf(type) })),
			]}
			chosen={view.query.type}
			pathOf={(type) => movementViewPath(view, { type })}
			onDone={onDone}
		/>
	);
}
