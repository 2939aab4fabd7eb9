"use client";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ApiError } from "#lib/api.ts";

interface SettingChangeOptions<Change> {
	/** The toast's text for a change that took effect at once. */
	saved: string | ((change: Change) => string);
	/** `isRequested`: the change waits for another admin, so the former values are still in force. */
	onDone?: (isRequested: boolean) => void;
	onError?: (error: Error) => void;
	/** The fields that show their own fault. */
	fields?: readonly string[];
	/** Changes with the same id run one after the other, so that no click is lost while a change is saved. */
	scope?: { id: string };
	/** 0 for a change with a password, which the cache would otherwise keep for minutes. */
	gcTime?: number;
}

/** Sends a change. `faults`: by field; `fault`: the text for the whole form. The page must load the texts `changes`. */
export function useSettingChange<Change>(
	change: (change: Change) => Promise<object | undefined>,
	{ saved, onDone, fields = [], ...options }: SettingChangeOptions<Change>,
) {
	const errorText = useErrorText();
	const changedToast = useChangedToast();
	const mutation = useRefetchingMutation({
		...options,
		mutationFn: change,
		onSuccess: (answer, changed) => {
			const isRequested = changedToast(answer ?? {}, typeof saved === "string" ? saved : saved(changed));
			onDone?.(isRequested);
		},
	});
	const { error } = mutation;
	const faults = error instanceof ApiError ? error.fields : {};
	return { ...mutation, faults, fault: error && !fields.some((field) => faults[field]) ? errorText(error) : null };
}
