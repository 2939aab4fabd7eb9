"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { SEARCH_WANTED } from "#components/shell/search/search-button.tsx";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import type { Role } from "#lib/roles.ts";

const CommandPalette = loadOnDemand(() => import("#components/shell/search/command-palette.tsx"), AllTexts);
const ShortcutsDialog = loadOnDemand(() => import("#components/shell/shortcuts-dialog.tsx"), AllTexts);

// The longest pause between `g` and its letter.
const PAUSE_MS = 1_200;

/** The cookie of a browser in which single keys do nothing. */
export const KEYS_OFF = "cauri-keys=off";

/** `keys` comes with the page from `shortcutKeys`, so that the browser loads no rights of roles. */
export function Shortcuts({ role, keys }: { role: Role; keys: string }) {
	const router = useRouter();
	const [open, setOpen] = useState<"palette" | "keys" | null>(null);
	const wentAt = useRef(-PAUSE_MS);
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
				event.preventDefault();
				setOpen("palette");
				return;
			}
			// Ignores keys while a window is open or loading: they are meant for the window.
			if (open || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
			if (document.cookie.includes(KEYS_OFF)) return;
			if (event.key === "?") setOpen("keys");
			else if (event.key === "g") wentAt.current = event.timeStamp;
			else {
				const typed = event.timeStamp - wentAt.current < PAUSE_MS ? `g${event.key}` : event.key;
				wentAt.current = -PAUSE_MS;
				const place = keys.split(" ").find((each) => each.startsWith(`${typed}/`));
				if (place) router.push(place.slice(typed.length));
			}
		};
		const onWanted = () => setOpen("palette");
		addEventListener("keydown", onKey);
		addEventListener(SEARCH_WANTED, onWanted);
		return () => {
			removeEventListener("keydown", onKey);
			removeEventListener(SEARCH_WANTED, onWanted);
		};
	}, [keys, router, open]);
	const Window = open === "palette" ? CommandPalette : ShortcutsDialog;
	return open && <Window role={role} onClose={() => setOpen(null)} />;
}

function isBusy(target: EventTarget | null): boolean {
	if (document.querySelector("dialog[open]")) return true;
	return target instanceof Element && target.matches("input, textarea, select");
}
