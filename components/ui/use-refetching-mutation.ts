"use client";
import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * A mutation after which the page reads everything again: a change may concern several lists, and after a refusal another person may have
 * acted first.
 */
export function useRefetchingMutation<Answer, Sent = void>(
	options: Omit<UseMutationOptions<Answer, Error, Sent>, "onMutate" | "onSettled">,
) {
	const client = useQueryClient();
	return useMutation({
		...options,
		onMutate: () => document.activeElement !== document.body,
		async onSettled(_answer, _error, _sent, hadFocus) {
			await client.invalidateQueries();
			// After the next paint, which shows what was read and closes the dialog.
			if (hadFocus) requestAnimationFrame(() => setTimeout(focusHeading));
		},
	});
}

/** Moves the focus to the page's heading if nothing has it any more, so that a screen reader and the next key stay on the page. */
function focusHeading(): void {
	const heading = document.querySelector("h1");
	if (!heading || document.activeElement !== document.body) return;
	heading.tabIndex = -1;
	heading.focus({ preventScroll: true });
}
