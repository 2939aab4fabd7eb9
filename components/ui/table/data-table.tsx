import type { ComponentProps, ReactNode } from "react";
import { Heads } from "#components/ui/table/heads.tsx";
import { BodyCell, Table } from "#components/ui/table/table.tsx";

interface Column<Row> {
	/** The column's heading; also its key, so it must be unique. */
	head: string;
	/** True: only screen readers read the head, because its column has buttons. */
	isHeadHidden?: boolean | undefined;
	numeric?: boolean | undefined;
	/** True: the column is hidden on phones. */
	wide?: boolean | undefined;
	/** Applies to the cells, not to the head. */
	className?: string | undefined;
	headClassName?: string | undefined;
	of: (row: Row) => ReactNode;
}

interface DataTableProps<Row> extends Omit<ComponentProps<typeof Table>, "children"> {
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	keyOf: (row: Row) => string;
	rowClassName?: (row: Row) => string | undefined;
	total?: Row | undefined;
}

export function DataTable<Row>({ columns, rows, keyOf, rowClassName, total, ...table }: DataTableProps<Row>) {
	const cellsOf = (row: Row) =>
		columns.map(({ head, of, headClassName: _ofHead, isHeadHidden: _isHidden, ...cell }) => (
			<BodyCell key={head} {...cell}>
				{of(row)}
			</BodyCell>
		));
	return (
		<Table {...table}>
			<Heads
				of={columns.map(({ head, isHeadHidden: isHidden, headClassName: className, numeric, wide }) => [
					head,
					{ isHidden, numeric, wide, className },
				])}
			/>
			<tbody>
				{rows.map((row) => (
					<tr key={keyOf(row)} className={rowClassName?.(row)}>
						{cellsOf(row)}
					</tr>
				))}
			</tbody>
			{total === undefined ? null : (
				<tfoot className="font-semibold print:table-row-group">
					<tr>{cellsOf(total)}</tr>
				</tfoot>
			)}
		</Table>
	);
}
