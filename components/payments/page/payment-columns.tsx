import type { ReactNode } from "react";

interface PaymentColumnsProps {
	main: ReactNode;
	/** The action card to its right; may render nothing. */
	card: ReactNode;
	details: ReactNode;
	cardFirst: boolean;
}

/** One column in reading order, two where there is room, three on a wide page. A card that renders nothing leaves no gap. */
export function PaymentColumns({ main, card, details, cardFirst }: PaymentColumnsProps) {
	const act = (
		<div className="card min-w-0 empty:hidden @min-[41rem]/payment:col-start-2 @min-[41rem]/payment:row-start-1">
			{card}
		</div>
	);
	return (
		<div className="@container/payment">
			<div className="group/columns grid gap-x-[34px] gap-y-6 @min-[41rem]/payment:grid-cols-[minmax(0,1fr)_318px] @min-[41rem]/payment:grid-rows-[auto_1fr] @min-[76rem]/payment:has-[>.card:not(:empty)]:grid-cols-[minmax(0,1fr)_340px_330px]">
				{cardFirst ? act : null}
				<div className="min-w-0 @min-[41rem]/payment:col-start-1 @min-[41rem]/payment:row-span-2 @min-[41rem]/payment:row-start-1">
					{main}
				</div>
				{cardFirst ? null : act}
				<div className="min-w-0 @min-[41rem]/payment:col-start-2 @min-[76rem]/payment:group-has-[>.card:not(:empty)]/columns:col-start-3 @min-[76rem]/payment:group-has-[>.card:not(:empty)]/columns:row-start-1">
					{details}
				</div>
			</div>
		</div>
	);
}
