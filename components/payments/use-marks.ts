import { useState } from "react";

export interface Marks<Row extends { id: string }> {
	items: readonly Row[];
	has: (row: { id: string }) => boolean;
	mark: (rows: readonly Row[], isMarked: boolean) => void;
	clear: () => void;
}

/** Rows that a person has marked, as they were shown; they stay marked on other pages of the list. */
export function useMarks<Row extends { id: string }>(): Marks<Row> {
	const [marked, setMarked] = useState<ReadonlyMap<string, Row>>(new Map());
	return {
		items: [...marked.values()],
		has: ({ id }) => marked.has(id),
		mark: (rows, isMarked) =>
			setMarked((before) => {
				const next = new Map(before);
				for (const row of rows) {
					if (isMarked) next.set(row.id, row);
					else next.delete(row.id);
				}
				return next;
			}),
		clear: () => setMarked(new Map()),
	};
}
