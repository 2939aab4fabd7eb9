import type { ComponentProps } from "react";
import { HeadCell } from "#components/ui/table/table.tsx";

interface HeadProps extends Omit<ComponentProps<typeof HeadCell>, "children"> {
	/** True: only screen readers read the head, because its column has buttons. */
	isHidden?: boolean | undefined;
}
/** A head; falsy for a column that this reader does not have. */
type Head = readonly [text: string, cell?: HeadProps] | false | null;

export function Heads({ of }: { of: readonly Head[] }) {
	return (
		<thead>
			<tr>
				{of.map((head) => {
					if (!head) return null;
					const [text, { isHidden = false, ...cell } = {}] = head;
					return (
						<HeadCell key={text} {...cell}>
							{isHidden ? <span className="sr-only">{text}</span> : text}
						</HeadCell>
					);
				})}
			</tr>
		</thead>
	);
}
