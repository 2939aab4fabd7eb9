import { Skeleton } from "#components/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function SettingsSkeleton() {
	return (
		<div aria-busy="true">
			<div className="mb-4 flex justify-between gap-4">
				<Skeleton className="h-chip w-48" />
				<Skeleton className="h-[34px] w-32" />
			</div>
			{ROWS.map((row) => (
				<div key={row} className="flex h-12 items-center gap-6 border-line border-b">
					<Skeleton className="h-4 w-40" />
					<Skeleton className="h-4 w-24" />
				</div>
			))}
		</div>
	);
}
