"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import ChoiceList from "#components/movements/filters/choice-list.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { MovementView } from "#lib/movements/movement-view.ts";
import { operatorChoices, operatorLabel } from "#lib/operator-options.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

export default function OperatorChoices({ view, onDone }: { view: MovementView; onDone: () => void }) {
	const t = useTranslations("payments");
	const query = useQuery(operatorQueries.list());
	if (!query.data)
		return query.errorUpdateCount > 0 ? <ReadFault query={query} /> : <Skeleton className="h-32 w-full" />;
	const operators = operatorChoices(query.data.items, [view.currency]);
	const choices = [{ code: undefined, label: t("allOperators") }, ...operators];
	return <ChoiceList view={view} field="operator" choices={choices} onDone={onDone} />;
}

export function OperatorName({ code }: { code: string }) {
	const { data } = useQuery(operatorQueries.list());
	const operator = data?.items.find((one) => one.code === code);
	return operator ? operatorLabel(operator) : code;
}
