"use client";
import { useEffect, useState } from "react";

// A typical pause after typing a number.
const PAUSE_MS = 350;

/** Returns a question, given as JSON, once it has not changed for a pause; null before that, and without a question. */
export function useSettled<T>(text: string | null): T | null {
	const [settled, setSettled] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return settled === null || settled !== text ? null : (JSON.parse(settled) as T);
}
