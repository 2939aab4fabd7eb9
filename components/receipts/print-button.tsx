"use client";
import { Button } from "#components/ui/button.tsx";

export function PrintButton({ label }: { label: string }) {
	return <Button onClick={() => print()}>{label}</Button>;
}
