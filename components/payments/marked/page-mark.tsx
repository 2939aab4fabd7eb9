"use client";
import { useTranslations } from "next-intl";
import { MarkBox } from "#components/payments/marked/mark-box.tsx";
import type { Marks } from "#components/payments/use-marks.ts";

interface PageMarkProps<Row extends { id: string }> {
	rows: readonly Row[];
	marks: Pick<Marks<Row>, "has" | "mark">;
}

/** Marks every row of the page; answers then apply to those that they fit. */
export function PageMark<Row extends { id: string }>({ rows, marks }: PageMarkProps<Row>) {
	const t = useTranslations("payments");
	return (
		<MarkBox
			label={t("markPage")}
			checked={rows.every(marks.has)}
			onChange={(isMarked) => marks.mark(rows, isMarked)}
			className="mr-0.5 align-middle max-sm:hidden"
		/>
	);
}
