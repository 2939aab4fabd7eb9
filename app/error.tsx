"use client";
import { PageFault } from "#components/shell/page-fault.tsx";

export default function AppError({ error, retry }: { error: unknown; retry: () => void }) {
	return (
		<main className="px-4 py-16">
			<PageFault error={error} onRetry={retry} />
		</main>
	);
}
