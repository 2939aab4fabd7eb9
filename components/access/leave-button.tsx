"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { signOut } from "#lib/queries/session.ts";

/** Ends a sign-in that is not complete, here and at the identity provider. Goes to the sign-in page even when Cauri does not answer. */
export function LeaveButton({ label }: { label: string }) {
	const [busy, setBusy] = useState(false);
	const leave = async () => {
		setBusy(true);
		const answer = await signOut().catch(() => undefined);
		location.assign(answer?.leaveTo ?? "/sign-in");
	};
	return (
		<Button variant="ghost" busy={busy} className="justify-self-center" onClick={() => void leave()}>
			{label}
		</Button>
	);
}
