"use client";
import { useEffect, useState } from "react";

// Somebody who types a number makes a pause of about this length when done.
const PAUSE_MS = 350;

/** Follows a question, as JSON, once it has stood still; null while it has not, and for no question. */
export function useSettled<T>(text: string | null): T | null {
	const [settled, setSettled] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return settled === null || settled !== text ? null : (JSON.parse(settled) as T);
}
