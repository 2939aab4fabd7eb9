"use client";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import type { ExportFormatsProps } from "#components/ui/export-formats.tsx";
import { Icon } from "#components/ui/icon.tsx";

// Loaded when the menu is reached for.
const ExportFormats = lazy(() => import("#components/ui/export-formats.tsx"));

interface ExportMenuProps extends Omit<ExportFormatsProps, "onChosen"> {
	/** The button's text, if it is not "Export". */
	label?: string;
}

/** Exports exactly the filtered rows, all pages. */
export function ExportMenu({ label, ...formats }: ExportMenuProps) {
	const t = useTranslations("common");
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	const [wanted, setWanted] = useState(false);
	const reach = () => setWanted(true);
	return (
		<div className="relative inline-flex">
			<button
				type="button"
				popoverTarget={id}
				onPointerEnter={reach}
				onFocus={reach}
				onClick={reach}
				className={buttonClass("secondary", "md", "flex-1")}
			>
				<Icon name="download" />
				{label ?? t("export")}
				<Icon name="chevron-down" className="text-ink-2" />
			</button>
			<div ref={panel} id={id} popover="auto" className="popover-below-end panel p-1.5">
				<Suspense>
					{wanted ? <ExportFormats {...formats} onChosen={() => panel.current?.hidePopover()} /> : null}
				</Suspense>
			</div>
		</div>
	);
}
