"use client";
import { useLocale, useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { apiGet, withQuery } from "#lib/api.ts";

const FORMATS = ["csv", "xlsx"] as const;

export interface ExportFormatsProps {
	path: string;
	/** The filters of the view; without its page. */
	query: Readonly<Record<string, string | number | undefined>>;
	/** Further formats of the path, below the two of every list. */
	more?: readonly { format: string; text: string }[] | undefined;
	onChosen: () => void;
}

/** The links of an export's menu, in the page's language. */
export default function ExportFormats({ path, query, more = [], onChosen }: ExportFormatsProps) {
	const t = useTranslations("common");
	const locale = useLocale();
	const errorText = useErrorText();
	const formats = [...FORMATS.map((format) => ({ format, text: t(`exportAs.${format}`) })), ...more];
	// Checks first, because a download link cannot show a question or a fault.
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
	return formats.map(({ format, text }) => (
		<a
			key={format}
			href={withQuery(path, { ...query, format, locale })}
			download
			onClick={(event) => {
				event.preventDefault();
				onChosen();
				void download(format);
			}}
			className="block rounded-[6px] px-2.5 py-2 font-medium text-sm hover:bg-neutral-soft"
		>
			{text}
		</a>
	));
}
