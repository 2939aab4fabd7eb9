/** Converts zod's issues to field → key under `faults` in lib/i18n; shared by requests, verbs and forms. */
import type { z } from "zod";

const MAX_FIELDS = 20;

/** Names only the first fault of a field. A fault of the whole input has the key `body`. */
export function fieldFaults(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
	const faults = new Map<string, string>();
	for (const issue of issues) {
		const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
		for (const path of paths) {
			const name = fieldName(path.join("."));
			if (!faults.has(name) && faults.size < MAX_FIELDS) faults.set(name, faultOf(issue));
		}
	}
	return Object.fromEntries(faults);
}

/** Shortens an untrusted path and keeps only plain characters. */
export function fieldName(path: string): string {
	return path.replace(/[^\w.[\]-]/g, "").slice(0, 80) || "body";
}

function faultOf(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case "invalid_type":
			return issue.input === undefined ? "required" : "invalid";
		case "too_small":
			return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "too_short") : "too_small";
		case "too_big":
			return issue.origin === "string" ? "too_long" : "too_large";
		case "invalid_format":
			return issue.format === "email" ? "invalid_email" : "invalid";
		case "unrecognized_keys":
			return "unknown_field";
		case "custom":
			// The checks in our schemas put a key of `faults` into the message.
			return /^[a-z_]{1,40}$/.test(issue.message) ? issue.message : "invalid";
		default:
			return "invalid";
	}
}
