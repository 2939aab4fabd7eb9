"use client";
/** Keys that work on every page. The windows they open are fetched at their first use. */
import { useRouter } from "next/navigation";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { navigationGroups } from "#components/shell/navigation-items.ts";
import { SEARCH_WANTED } from "#components/shell/search/search-button.tsx";
import type { Role } from "#lib/roles.ts";

const CommandPalette = lazy(() => import("#components/shell/search/command-palette.tsx"));
const KeysDialog = lazy(() => import("#components/shell/keys-dialog.tsx"));

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
		const onWanted = () => setOpen("palette");
		addEventListener("keydown", onKey);
		addEventListener(SEARCH_WANTED, onWanted);
		return () => {
			removeEventListener("keydown", onKey);
			removeEventListener(SEARCH_WANTED, onWanted);
		};
	}, [role, router]);
	const Window = open === "palette" ? CommandPalette : KeysDialog;
	const close = useCallback(() => setOpen(null), []);
	return <Suspense>{open ? <Window role={role} onClose={close} /> : null}</Suspense>;
}

function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
	);
}
