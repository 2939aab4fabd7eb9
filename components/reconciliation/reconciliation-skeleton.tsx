import { TableSkeleton } from "#components/movements/table-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The answer, the queue and the days on their way. */
export function ReconciliationSkeleton() {
	return (
		<>
			<Skeleton className="mb-8 h-28 w-full" />
			<Skeleton className="mb-2.5 h-4 w-24" />
			<Skeleton className="mb-9 h-36 w-full" />
			<TableSkeleton />
		</>
	);
}
