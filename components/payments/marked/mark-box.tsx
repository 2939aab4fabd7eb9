"use client";
import { useTranslations } from "next-intl";
import type { Marks } from "#components/payments/use-marks.ts";
import { cx } from "#components/ui/class-names.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";

interface MarkBoxProps {
	label: string;
	checked: boolean;
	onChange: (isMarked: boolean) => void;
	className?: string;
	/** -1 in tables whose rows take the focus: there Space marks the row. */
	tabIndex?: number;
}

export function MarkBox({ label, checked, onChange, className, tabIndex }: MarkBoxProps) {
	const isReady = useHydrated();
	return (
		<label className={cx("mark-box", className)}>
			<input
				type="checkbox"
				aria-label={label}
				checked={checked}
				disabled={!isReady}
				tabIndex={tabIndex}
				onChange={(event) => onChange(event.target.checked)}
				className="size-[18px] accent-accent"
			/>
		</label>
	);
}

/** The place of the box, reserved from the start, so that nothing moves when the box appears. */
export const MARK_PLACE = "absolute top-1/2 left-0 z-1 flex -translate-y-1/2 max-sm:hidden";

/** The box before a row's first cell; hidden on phones, where only the cards of approvals have boxes. */
export function RowMark(props: MarkBoxProps) {
	return (
		<span className={MARK_PLACE}>
			<MarkBox {...props} />
		</span>
	);
}

interface PageMarkProps<Row extends { id: string }> {
	rows: readonly Row[];
	marks: Pick<Marks<Row>, "has" | "mark">;
}

/** Marks every row of the page; a decision then applies only to the rows that allow it. */
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
