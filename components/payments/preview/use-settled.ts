"use client";
import { useEffect, useState } from "react";

// The pause after which a person has probably finished typing a number.
const PAUSE_MS = 350;

/** Parses `text`, which is JSON, once it has not changed for `PAUSE_MS`; null until then, and for null. */
export function useSettled<T>(text: string | null): T | null {
	const [settled, setSettled] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return settled === null || settled !== text ? null : (JSON.parse(settled) as T);
}
