"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { signOut } from "#lib/queries/members.ts";

/** Back to the sign-in, for somebody else or another day. */
export function LeaveButton() {
	const t = useTranslations("secondFactor");
	const [busy, setBusy] = useState(false);
	const leave = async () => {
		setBusy(true);
		await signOut().catch(() => undefined);
		location.assign("/sign-in");
	};
	return (
		<Button variant="ghost" busy={busy} className="justify-self-center" onClick={() => void leave()}>
			{t("leave")}
		</Button>
	);
}
