"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { chipClass } from "#components/ui/fields/chip.ts";

interface FilterFoldProps {
	/** The value of each filter inside; falsy for an inactive one. */
	values: readonly unknown[];
	children: ReactNode;
}

/** Shows filters behind one button on a phone, in the browser's own popover, and side by side where there is room. */
export function FilterFold({ values, children }: FilterFoldProps) {
	const t = useTranslations("common");
	const id = useId();
	const count = values.filter(Boolean).length;
	return (
		<>
			<button type="button" popoverTarget={id} className={chipClass(count > 0, "sm:hidden")}>
				{t("filters", { count })}
			</button>
			<div
				id={id}
				popover="auto"
				className="panel popover-below w-[calc(100vw-2rem)] flex-wrap gap-2 p-3.5 max-sm:open:flex sm:contents"
			>
				{children}
			</div>
		</>
	);
}
