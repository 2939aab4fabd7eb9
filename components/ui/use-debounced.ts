"use client";
import { useEffect, useState } from "react";

// The pause after which a person has probably finished typing.
const PAUSE_MS = 350;

/** Returns the text once it has not changed for `pauseMs`, and null until then. */
export function useDebounced(text: string | null, pauseMs = PAUSE_MS): string | null {
	const [settled, setSettled] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), pauseMs);
		return () => clearTimeout(timer);
	}, [text, pauseMs]);
	return settled === text ? text : null;
}
