import { Skeleton } from "#components/ui/skeleton.tsx";

const ROWS = Array.from({ length: 12 }, (_, row) => row);

export function TableSkeleton() {
	return (
		<div aria-hidden="true">
			<div className="h-[35px] border-line-strong border-b" />
			{ROWS.map((row) => (
				<div key={row} className="grid h-[54px] lg:h-10 grid-cols-[1.3fr_1.2fr_1fr] items-center border-line border-b">
					<Skeleton className="h-4 w-28 max-w-full" />
					<Skeleton className="h-4 w-24 max-w-full" />
					<Skeleton className="h-4 w-20 justify-self-end" />
				</div>
			))}
		</div>
	);
}
