import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

export function ApprovalsSkeleton() {
	return (
		<div aria-busy="true">
			<HeaderSkeleton />
			<div className="grid gap-3">
				{["a", "b", "c"].map((card) => (
					<Skeleton key={card} className="h-[188px] sm:h-[124px]" />
				))}
			</div>
		</div>
	);
}
