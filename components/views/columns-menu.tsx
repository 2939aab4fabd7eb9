"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { PopoverButton } from "#components/ui/menu/popover-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Which columns a list has, and how close its rows stand; none on phones, whose rows have one form. */
export function ColumnsMenu({ children }: { children: () => ReactNode }) {
	const t = useTranslations("common");
	return (
		<div className="relative inline-flex max-sm:hidden">
			<PopoverButton
				button={
					<>
						<Icon name="table-2" />
						{t("columns")}
						<Icon name="chevron-down" className="text-ink-2" />
					</>
				}
				className={buttonClass("secondary", "md", "flex-1")}
				panelClassName="popover-below-end w-72 p-3.5"
				fallback={<Skeleton className="h-72 w-full" />}
			>
				{children}
			</PopoverButton>
		</div>
	);
}
