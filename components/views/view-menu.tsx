"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PopoverButton } from "#components/ui/menu/popover-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Saved views of a list, its columns, and how close its rows stand. */
export function ViewMenu({ children }: { children: (close: () => void) => ReactNode }) {
	const t = useTranslations("common");
	return (
		<div className="relative inline-flex">
			<PopoverButton
				button={
					<>
						<Icon name="table-2" />
						{t("view")}
						<Icon name="chevron-down" className="text-ink-2" />
					</>
				}
				className={buttonClass("secondary", "md", "flex-1")}
				panelClassName="max-sm:popover-below sm:popover-below-end max-h-[85dvh] w-72 overflow-y-auto p-3.5"
				fallback={<Skeleton className="h-72 w-full" />}
			>
				{children}
			</PopoverButton>
		</div>
	);
}
