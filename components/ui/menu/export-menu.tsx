"use client";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import type { ExportFormatsProps } from "#components/ui/menu/export-formats.tsx";
import { PopoverButton } from "#components/ui/menu/popover-button.tsx";

// Loaded when the menu is reached for.
const ExportFormats = lazy(() => import("#components/ui/menu/export-formats.tsx"));

interface ExportMenuProps extends Omit<ExportFormatsProps, "onChosen"> {
	/** The button's text, if it is not "Export". */
	label?: string;
}

/** Exports exactly the filtered rows, all pages. */
export function ExportMenu({ label, ...formats }: ExportMenuProps) {
	const t = useTranslations("common");
	return (
		<div className="relative inline-flex">
			<PopoverButton
				button={
					<>
						<Icon name="download" />
						{label ?? t("export")}
						<Icon name="chevron-down" className="text-ink-2" />
					</>
				}
				className={buttonClass("secondary", "md", "flex-1")}
				panelClassName="popover-below-end p-1.5"
			>
				{(close) => <ExportFormats {...formats} onChosen={close} />}
			</PopoverButton>
		</div>
	);
}
