"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";

interface ShareButtonProps {
	href: string;
	fileName: string;
	label: string;
	failed: string;
}

/** Hands the file itself to an app of the device, such as WhatsApp: no link to the receipt exists outside the desk. */
export function ShareButton({ href, fileName, label, failed }: ShareButtonProps) {
	const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
	if (!useHydrated() || !canShareFiles()) return null;
	async function share() {
		setState("busy");
		try {
			const answer = await fetch(href);
			if (!answer.ok) throw new Error(`the receipt answered ${answer.status}`);
			const file = new File([await answer.blob()], fileName, { type: "application/pdf" });
			await navigator.share({ files: [file] });
			setState("idle");
		} catch (error) {
			// Closing the device's own dialog is no failure.
			setState((error as Error).name === "AbortError" ? "idle" : "failed");
		}
	}
	return (
		<>
			<Button busy={state === "busy"} onClick={share}>
				{label}
			</Button>
			{state === "failed" ? (
				<p role="alert" className="basis-full text-danger text-sm">
					{failed}
				</p>
			) : null}
		</>
	);
}

function canShareFiles(): boolean {
	const probe = new File([], "receipt.pdf", { type: "application/pdf" });
	return typeof navigator.canShare === "function" && navigator.canShare({ files: [probe] });
}

export function PrintButton({ label }: { label: string }) {
	return <Button onClick={() => print()}>{label}</Button>;
}
