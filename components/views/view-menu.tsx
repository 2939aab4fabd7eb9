"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MenuButton } from "#components/ui/menu/popover-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Saved views of a list, its columns, and how close its rows stand. */
export function ViewMenu({ children }: { children: (close: () => void) => ReactNode }) {
	const t = useTranslations("common");
	return (
		<MenuButton
			icon="table-2"
			label={t("view")}
			panelClassName="max-sm:popover-below sm:popover-below-end w-72 p-3.5"
			fallback={<Skeleton className="h-72 w-full" />}
		>
			{children}
		</MenuButton>
	);
}
