import { TableSkeleton } from "#components/movements/table-skeleton.tsx";
import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** Rendered only on the server, so it adds no script to the page. */
export function MovementsSkeleton() {
	return (
		<>
			<HeaderSkeleton />
			<div aria-hidden="true" className="mb-4 flex h-[34px] items-center gap-2">
				<Skeleton className="h-[34px] w-28" />
				<Skeleton className="h-chip w-24" />
				<Skeleton className="h-chip w-20" />
			</div>
			<div className="mb-4 flex items-end sm:h-8">
				<Skeleton className="h-4 w-80 max-w-full" />
			</div>
			<TableSkeleton />
		</>
	);
}
