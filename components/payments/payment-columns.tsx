import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

interface PaymentColumnsProps {
	/** What is to be read and done. */
	main: ReactNode;
	/** The one thing to act on, right of it. */
	card: ReactNode;
	facts: ReactNode;
	/** On a phone the card comes before everything else. */
	cardFirst: boolean;
}

/** Two columns; on a phone one, in the order in which people need it. */
export function PaymentColumns({ main, card, facts, cardFirst }: PaymentColumnsProps) {
	return (
		<div className="grid gap-x-[34px] gap-y-6 md:grid-cols-[minmax(0,1fr)_318px] md:grid-rows-[auto_1fr]">
			{cardFirst ? card && <div className="md:col-start-2 md:row-start-1">{card}</div> : null}
			<div className={cx("min-w-0 md:col-start-1 md:row-start-1", "md:row-span-2")}>{main}</div>
			{!cardFirst && card ? <div className="md:col-start-2 md:row-start-1">{card}</div> : null}
			<div className={cx("min-w-0 md:col-start-2", card ? "md:row-start-2" : "md:row-span-2 md:row-start-1")}>
				{facts}
			</div>
		</div>
	);
}
