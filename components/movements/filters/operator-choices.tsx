"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChoiceList } from "#components/movements/filters/choice-list.tsx";
import { AllTexts } from "#components/ui/all-texts.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type MovementView, movementViewPath } from "#lib/movements/movement-view.ts";
import { operatorChoices } from "#lib/operators.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

interface OperatorChoicesProps {
	view: MovementView;
	onDone: () => void;
}

export default function OperatorChoices(props: OperatorChoicesProps) {
	return (
		<AllTexts>
			<Choices {...props} />
		</AllTexts>
	);
}

/** The operators of this wallet's currency. */
function Choices({ view, onDone }: OperatorChoicesProps) {
	const t = useTranslations("payments");
	const query = useQuery(operatorQueries.list());
	if (!query.data) return query.error ? <ReadFault query={query} /> : <Skeleton className="h-32 w-full" />;
	const operators = operatorChoices(query.data.items, [view.currency]);
	return (
		<ChoiceList
			choices={[{ code: undefined, label: t("allOperators") }, ...operators]}
			chosen={view.query.operator}
			pathOf={(operator) => movementViewPath(view, { operator })}
			onDone={onDone}
		/>
	);
}
