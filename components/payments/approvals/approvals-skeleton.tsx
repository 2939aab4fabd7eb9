import { Skeleton } from "#components/ui/skeleton.tsx";

const CARDS = ["a", "b", "c"];

export function ApprovalsSkeleton() {
	return (
		<div aria-busy="true">
			<div className="mb-[22px] grid gap-1.5">
				<Skeleton className="h-[26px] w-36" />
				<Skeleton className="h-5 w-64" />
			</div>
			<div className="grid gap-3">
				{CARDS.map((card) => (
					<Skeleton key={card} className="h-[188px] sm:h-[124px]" />
				))}
			</div>
		</div>
	);
}
