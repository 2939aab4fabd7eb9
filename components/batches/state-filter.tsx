"use client";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { ChipSelect } from "#components/ui/fields/chip-select.tsx";
import { showView } from "#components/ui/view-link.tsx";
import { isRowView, ROW_VIEWS } from "#lib/batches/batch-states.ts";
import type { Batch, RowFilter } from "#lib/contracts/batch.ts";
import { IN_DOUBT_STATES, PAYMENT_STATES } from "#lib/payment-state.ts";

export const FILTERS = [...ROW_VIEWS, "warned", "in_doubt", ...PAYMENT_STATES] as const satisfies readonly RowFilter[];

export function StateFilter({ batch, state }: { batch: Batch; state: RowFilter | undefined }) {
	const t = useTranslations("batches");
	const states = useTranslations("states.payout");
	const path = usePathname();
	const offered = FILTERS.filter((name) => state === name || isOffered(batch, name));
	const labelOf = (name: RowFilter) => {
		if (name === "warned") return t("rowStates.warned");
		if (name === "in_doubt") return t("inDoubtRows");
		return isRowView(name) ? t(`rowStates.${name}`) : `${states(name)} (${batch.counts[name] ?? 0})`;
	};
	return (
		<ChipSelect
			label={t("filter")}
			value={state ?? ""}
			onChange={(next) => showView(next ? `${path}?state=${next}` : path)}
			all={t("allRows", { count: batch.rowCount })}
			options={offered.map((name) => [name, labelOf(name)])}
		/>
	);
}

function isOffered(batch: Batch, name: RowFilter): boolean {
	if (name === "left_out") return batch.leftOutCount > 0;
	if (name === "ready" || name === "faulty") return batch.state === "draft";
	if (name === "warned") return batch.warnedCount > 0;
	if (name === "in_doubt") return IN_DOUBT_STATES.some((state) => (batch.counts[state] ?? 0) > 0);
	return (batch.counts[name] ?? 0) > 0;
}
