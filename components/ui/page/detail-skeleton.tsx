import { Skeleton } from "#components/ui/skeleton.tsx";

/** The page of one payment or transaction before it is read: header, history, and a card beside it. */
export function DetailSkeleton() {
	return (
		<div aria-busy="true">
			<Skeleton className="mb-1.5 h-5 w-24" />
			<Skeleton className="h-11 w-56 max-w-full" />
			<Skeleton className="mt-2.5 mb-[22px] h-7 w-80 max-w-full" />
			<div className="grid items-start gap-x-[34px] gap-y-[22px] md:grid-cols-[minmax(0,1fr)_318px]">
				<div>
					<Skeleton className="mb-3 h-5 w-20" />
					<Skeleton className="mb-4 h-10 w-60" />
					<Skeleton className="h-10 w-60" />
				</div>
				<Skeleton className="h-[262px] w-full rounded-lg!" />
			</div>
		</div>
	);
}
