import { Skeleton } from "#components/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

export function ListSkeleton({ hasAction = true, hasFilters = true }: { hasAction?: boolean; hasFilters?: boolean }) {
	return (
		<div aria-busy="true">
			<div className="mb-[22px] flex items-start justify-between gap-4">
				<div className="grid gap-1.5">
					<Skeleton className="h-[26px] w-36" />
					<Skeleton className="h-5 w-64 max-w-[60vw]" />
				</div>
				{hasAction ? <Skeleton className="h-[34px] w-32" /> : null}
			</div>
			{hasFilters ? (
				<div className="mb-4 flex gap-2">
					<Skeleton className="h-chip w-32" />
					<Skeleton className="h-chip w-20" />
					<Skeleton className="h-chip w-56" />
				</div>
			) : null}
			<Skeleton className="mb-px h-9 w-full opacity-40!" />
			{ROWS.map((row) => (
				<div key={row} className="flex h-10 items-center gap-6 border-line border-b">
					<Skeleton className="h-3.5 w-24" />
					<Skeleton className="h-3.5 w-32" />
					<span className="flex-1" />
					<Skeleton className="h-3.5 w-20" />
				</div>
			))}
		</div>
	);
}
