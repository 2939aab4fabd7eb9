"use client";
import { useLocale, useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { apiGet, withQuery } from "#lib/api.ts";

const FORMATS = ["csv", "xlsx"] as const;

interface ExportMenuProps {
	path: string;
	/** The filters of the view; without its page. */
	query: Readonly<Record<string, string | number | undefined>>;
	/** The button's text, if it is not "Export". */
	label?: string;
	/** Further formats of the path, below the two of every list. */
	more?: readonly { format: string; text: string }[];
}

/** Exports exactly the filtered rows, all pages, in the page's language. */
export function ExportMenu({ path, query, label, more = [] }: ExportMenuProps) {
	const t = useTranslations("common");
	const locale = useLocale();
	const id = useId();
	const panel = useRef<HTMLDivElement>(null);
	const errorText = useErrorText();
	// Checks first, because a download link cannot show a question or a fault.
	const formats = [...FORMATS.map((format) => ({ format, text: t(`exportAs.${format}`) })), ...more];
	async function download(format: string) {
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
				<Icon name="download" />
				{label ?? t("export")}
				<Icon name="chevron-down" className="text-ink-2" />
			</button>
			<div ref={panel} id={id} popover="auto" className="popover-below-end panel p-1.5">
				{formats.map(({ format, text }) => (
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
						{text}
					</a>
				))}
			</div>
		</div>
	);
}
