import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#components/ui/class-names.ts";

export function Card({ className, ...rest }: ComponentProps<"section">) {
	return <section {...rest} className={cx("rounded-lg border border-line bg-surface p-[18px]", className)} />;
}

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
