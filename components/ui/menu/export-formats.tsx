"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { download } from "#components/ui/menu/download.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError, withQuery } from "#lib/api.ts";
import { requestExport } from "#lib/queries/background-exports.ts";

const FORMATS = ["csv", "xlsx"] as const;
const ITEM = "block rounded-[6px] px-2.5 py-2 font-medium text-sm hover:bg-neutral-soft";

interface ExportChoice {
	format: string;
	/** The variant of the file, where a format has several. */
	form?: string;
	text: string;
}

export interface ExportFormatsProps {
	path: string;
	/** The filters of the view; without its page. */
	query: Readonly<Record<string, string | number | undefined>>;
	/** Formats of this list in addition to the two that every list has. */
	more?: readonly ExportChoice[] | undefined;
	/** True for a list that may be long: adds a link to the files that were written in the background. */
	mayBeLong?: boolean | undefined;
	onChosen: () => void;
}

export default function ExportFormats({ path, query, more = [], mayBeLong, onChosen }: ExportFormatsProps) {
	const t = useTranslations("common");
	const locale = useLocale();
	const errorText = useErrorText();
	const router = useRouter();
	const formats: ExportChoice[] = [...FORMATS.map((format) => ({ format, text: t(`exportAs.${format}`) })), ...more];
	const askedFor = ({ format, form }: ExportChoice) => ({ ...query, format, form, locale });
	async function choose(choice: ExportChoice) {
		const asked = askedFor(choice);
		try {
			if (!(await download(path, asked))) return;
			await requestExport(withQuery(path, asked));
			router.push("/exports");
		} catch (error) {
			const isTooLong = error instanceof ApiError && error.fields.format === "too_many_rows";
			toast(isTooLong ? t("exportAs.tooManyRows") : errorText(error), "danger");
		}
	}
	return (
		<>
			{formats.map((choice) => (
				<a
					key={choice.text}
					href={withQuery(path, askedFor(choice))}
					download
					onClick={(event) => {
						event.preventDefault();
						onChosen();
						void choose(choice);
					}}
					className={ITEM}
				>
					{choice.text}
				</a>
			))}
			{mayBeLong ? (
				<DeskLink href="/exports" className={`${ITEM} mt-1 border-line border-t font-normal text-ink-2`}>
					{t("exportAs.past")}
				</DeskLink>
			) : null}
		</>
	);
}
