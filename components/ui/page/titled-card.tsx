import { type ComponentProps, type ReactNode, useId } from "react";
import { Card } from "#components/ui/page/card.tsx";

interface TitledCardProps extends Omit<ComponentProps<"section">, "title"> {
	title: ReactNode;
	hint?: ReactNode;
}

/** A card with a heading, by which screen readers name it. */
export function TitledCard({ title, hint, children, ...rest }: TitledCardProps) {
	const id = useId();
	return (
		<Card {...rest} aria-labelledby={id}>
			<h2 id={id} className="font-semibold text-md">
				{title}
			</h2>
			{hint ? <p className="mb-4 text-ink-2 text-xs">{hint}</p> : null}
			{children}
		</Card>
	);
}
