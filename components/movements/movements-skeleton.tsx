import { TableSkeleton } from "#components/movements/table-skeleton.tsx";
import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The page of movements on its way. */
export function MovementsSkeleton() {
	return (
		<>
			<HeaderSkeleton actions={2} />
			<div aria-hidden="true" className="mb-4 flex h-[34px] items-center gap-2">
				<Skeleton className="h-[34px] w-28" />
				<Skeleton className="h-[30px] w-24" />
				<Skeleton className="h-[30px] w-20" />
			</div>
			<TableSkeleton />
		</>
	);
}
