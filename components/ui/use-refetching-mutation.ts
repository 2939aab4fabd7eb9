"use client";
import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";

/**
 * A mutation after which the page reads everything again: a change may concern several lists, and after a refusal another person may have
 * acted first.
 */
export function useRefetchingMutation<Answer, Sent = void>(
	options: Omit<UseMutationOptions<Answer, Error, Sent>, "onSettled">,
) {
	const client = useQueryClient();
	return useMutation({ ...options, onSettled: () => client.invalidateQueries() });
}
