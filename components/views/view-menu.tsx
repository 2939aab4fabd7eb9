"use client";
import { useTranslations } from "next-intl";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { MenuButton } from "#components/ui/menu/popover-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { ListName } from "#lib/lists/list-columns.ts";

const ViewPanel = loadOnDemand(
	() => import("#components/views/view-panel.tsx"),
	AllTexts,
	<Skeleton className="h-72 w-full" />,
);

interface ViewMenuProps {
	list: ListName;
	labels: Readonly<Record<string, string>>;
}

export function ViewMenu({ list, labels }: ViewMenuProps) {
	const t = useTranslations("common");
	return (
		<MenuButton
			icon="table-2"
			label={t("view")}
			panelClassName="max-sm:popover-below sm:popover-below-end w-72 p-3.5"
			fallback={<Skeleton className="h-72 w-full" />}
		>
			{(close) => <ViewPanel list={list} labels={labels} onOpened={close} />}
		</MenuButton>
	);
}
