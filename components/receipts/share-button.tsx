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

/** Shares the file itself with an app of the device, such as WhatsApp, because no link opens the receipt outside the desk. */
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
			// A person who closes the sharing dialog of the device has caused no failure.
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
