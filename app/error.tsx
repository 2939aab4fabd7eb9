"use client";
import { lazy, Suspense } from "react";

// Every page loads this file, but errors nearly always show the desk's own error page.
const PageFault = lazy(() =>
	import("#components/shell/page-fault.tsx").then(({ PageFault: shown }) => ({ default: shown })),
);

export default function AppError({ error, retry }: { error: unknown; retry: () => void }) {
	return (
		<main className="px-4 py-16">
			<Suspense>
				<PageFault error={error} onRetry={retry} />
			</Suspense>
		</main>
	);
}
