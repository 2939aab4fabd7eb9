"use client";
/** Keys that work on every page. The windows they open are fetched at their first use. */
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { navigationGroups } from "#components/shell/navigation-items.ts";
import type { Role } from "#lib/roles.ts";

const CommandPalette = dynamic(() => import("./command-palette.tsx").then((file) => file.CommandPalette), {
	ssr: false,
});
const KeysDialog = dynamic(() => import("./keys-dialog.tsx").then((file) => file.KeysDialog), { ssr: false });

// Between `g` and its letter.
const PAUSE_MS = 1_200;

export function Shortcuts({ role }: { role: Role }) {
	const router = useRouter();
	const [open, setOpen] = useState<"palette" | "keys" | null>(null);
	const wentAt = useRef(0);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
				event.preventDefault();
				setOpen("palette");
				return;
			}
			if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
			if (event.key === "?") setOpen("keys");
			else if (event.key === "g") wentAt.current = event.timeStamp;
			else if (event.timeStamp - wentAt.current < PAUSE_MS) {
				const item = navigationGroups(role)
					.flat()
					.find(({ letter }) => letter === event.key);
				wentAt.current = 0;
				if (item) router.push(item.href);
			}
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, [role, router]);
	if (open === "palette") return <CommandPalette role={role} onClose={() => setOpen(null)} />;
	if (open === "keys") return <KeysDialog role={role} onClose={() => setOpen(null)} />;
	return null;
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
	);
}
