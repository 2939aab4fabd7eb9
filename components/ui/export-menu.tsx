"use client";
import { ChevronDown, Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { apiGet, withQuery } from "#lib/api.ts";

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
	const errorText = useErrorText();
	// Asked about first: a link that downloads has no place for a question, and none for a fault.
	async function download(format: (typeof FORMATS)[number]) {
		const asked = { ...query, format, locale };
		try {
			await apiGet(withQuery(path, { ...asked, ask: "1" }));
			const link = document.createElement("a");
			Object.assign(link, { href: withQuery(path, asked), download: "" });
			link.click();
		} catch (error) {
			toast(errorText(error));
		}
	}
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
						onClick={(event) => {
							event.preventDefault();
							panel.current?.hidePopover();
							void download(format);
						}}
						className="block rounded-[6px] px-2.5 py-2 font-medium text-sm hover:bg-neutral-soft"
					>
						{t(`exportAs.${format}`)}
					</a>
				))}
			</div>
		</div>
	);
}
