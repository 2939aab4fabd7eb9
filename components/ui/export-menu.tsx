"use client";
import { ChevronDown, Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { withQuery } from "#lib/api.ts";

const FORMATS = ["csv", "xlsx"] as const;

interface ExportMenuProps {
	/** The route of the export. */
	path: string;
	/** The filters of the view; without its page. */
	query: Readonly<Record<string, string | number | undefined>>;
}

/** A file of exactly the rows that the filters let through, all pages of them, in the language of the page. */
export function ExportMenu({ path, query }: ExportMenuProps) {
	const t = useTranslations("common");
	const locale = useLocale();
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	return (
		<div className="relative inline-flex">
			<button type="button" popoverTarget={id} className={buttonClass("secondary", "md", "flex-1")}>
				<Download aria-hidden="true" />
				{t("export")}
				<ChevronDown aria-hidden="true" className="text-ink-2" />
			</button>
			<div
				ref={panel}
				id={id}
				popover="auto"
				className="popover-below-end rounded-lg border border-line-strong bg-surface p-1.5 text-ink shadow-raised"
			>
				{FORMATS.map((format) => (
					<a
						key={format}
						href={withQuery(path, { ...query, format, locale })}
						download
						onClick={() => panel.current?.hidePopover()}
						className="block rounded-[6px] px-2.5 py-2 font-medium text-sm hover:bg-neutral-soft"
					>
						{t(`exportAs.${format}`)}
					</a>
				))}
			</div>
		</div>
	);
}
