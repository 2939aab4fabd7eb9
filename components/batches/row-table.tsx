import { useTranslations } from "next-intl";
import { BatchRow, type RowMarks } from "#components/batches/batch-row.tsx";
import { Heads } from "#components/ui/table/heads.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { BatchRow as Row } from "#lib/contracts/batch.ts";

interface RowTableProps {
	items: readonly Row[];
	/** Null when the reader cannot correct rows of this batch. */
	onOpen: ((row: Row) => void) | null;
	/** Null for a reader who may not leave rows out. */
	marks: RowMarks | null;
}

export function RowTable({ items, onOpen, marks }: RowTableProps) {
	const t = useTranslations("batches");
	return (
		<Table
			data-wide
			caption={t("column.rows")}
			className="max-sm:table-fixed max-[22rem]:text-2xs max-[22rem]:[&_td]:px-1! max-[22rem]:[&_th]:px-1!"
		>
			<Heads
				of={[
					[t("column.n"), { numeric: true, className: marks ? "w-16 sm:w-20" : "w-10 sm:w-14" }],
					[t("column.recipient")],
					[t("column.operator"), { wide: true, className: "w-36 max-md:hidden" }],
					[t("column.purpose"), { wide: true, className: "max-lg:hidden" }],
					[t("column.state"), { wide: true, className: "w-56" }],
					[t("column.amount"), { numeric: true, className: "w-[34%] sm:w-36" }],
				]}
			/>
			<tbody>
				{items.map((row) => (
					<BatchRow key={row.n} row={row} onOpen={onOpen && (() => onOpen(row))} marks={marks} />
				))}
			</tbody>
		</Table>
	);
}
