import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import type { TableNotes } from "#lib/contracts/batch.ts";

/** Names the parts of a file that are not shown: other sheets and hidden rows. */
export function FileNotes({ notes: { sheet, otherSheets, hiddenRows, hiddenColumns } }: { notes: TableNotes }) {
	const t = useTranslations("batches.fileNotes");
	if (otherSheets.length === 0 && hiddenRows === 0 && hiddenColumns === 0) return null;
	return (
		<Notice tone="warning" title={t("title")}>
			<ul className="grid gap-0.5">
				{otherSheets.length > 0 ? <li>{t("sheets", { sheet: sheet ?? "", others: otherSheets.join(", ") })}</li> : null}
				{hiddenRows > 0 ? <li>{t("rows", { count: hiddenRows })}</li> : null}
				{hiddenColumns > 0 ? <li>{t("columns", { count: hiddenColumns })}</li> : null}
			</ul>
		</Notice>
	);
}
