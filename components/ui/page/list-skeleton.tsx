import { HeaderSkeleton } from "#components/ui/page/header-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TableSkeleton } from "#components/ui/table/table-skeleton.tsx";

interface ListSkeletonProps {
	/** The number of buttons in the header. */
	actions: number;
	hasSums: boolean;
}

/** Rendered only on the server, so it adds no script to the page. */
export function ListSkeleton({ actions, hasSums }: ListSkeletonProps) {
	return (
		<div aria-busy="true">
			<HeaderSkeleton actions={actions} />
			<div className="mb-4 flex h-[34px] items-center gap-2">
				<Skeleton className="h-[34px] w-28" />
				<Skeleton className="h-chip w-24" />
				<Skeleton className="h-chip w-20" />
			</div>
			{hasSums ? (
				<div className="mb-4 flex items-end sm:h-8">
					<Skeleton className="h-4 w-80 max-w-full" />
				</div>
			) : null}
			<TableSkeleton />
		</div>
	);
}
