"use client";
import { useTranslations } from "next-intl";
import { lazyWithRetries } from "#components/ui/load-on-demand.tsx";
import type { ExportFormatsProps } from "#components/ui/menu/export-formats.tsx";
import { MenuButton } from "#components/ui/menu/popover-button.tsx";

const ExportFormats = lazyWithRetries(() => import("#components/ui/menu/export-formats.tsx"));

interface ExportMenuProps extends Omit<ExportFormatsProps, "onChosen"> {
	/** The button's text, if it is not "Export". */
	label?: string;
}

/** Exports exactly the filtered rows, all pages. */
export function ExportMenu({ label, ...formats }: ExportMenuProps) {
	const t = useTranslations("common");
	return (
		<MenuButton icon="download" label={label ?? t("export")} panelClassName="popover-below-end p-1.5">
			{(close) => <ExportFormats {...formats} onChosen={close} />}
		</MenuButton>
	);
}
