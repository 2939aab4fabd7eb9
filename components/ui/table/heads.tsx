import type { ComponentProps } from "react";
import { HeadCell } from "#components/ui/table/table.tsx";

type Head = readonly [text: string, cell?: Omit<ComponentProps<typeof HeadCell>, "children">];

/** The head of a table, its columns in their order. */
export function Heads({ of }: { of: readonly Head[] }) {
	return (
		<thead>
			<tr>
				{of.map(([text, cell]) => (
					<HeadCell key={text} {...cell}>
						{text}
					</HeadCell>
				))}
			</tr>
		</thead>
	);
}
