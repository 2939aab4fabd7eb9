"use client";
import { Button } from "#components/ui/button.tsx";

export function PrintButton({ label }: { label: string }) {
	return (
		<Button variant="primary" onClick={() => print()}>
			{label}
		</Button>
	);
}
