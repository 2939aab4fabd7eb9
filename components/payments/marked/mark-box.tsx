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
	/** −1 where the row's own key marks it. */
	tabIndex?: number;
}

/** Marks a payout for an answer to several; its area for a finger is larger than the box. */
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

/** Room that is always there, so that nothing moves when the box comes. */
export const MARK_PLACE = "absolute top-1/2 left-0 z-1 flex -translate-y-1/2 max-sm:hidden";

/** The box before a row's first cell, to add it up and to answer it; none on phones, where approvals have theirs. */
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
