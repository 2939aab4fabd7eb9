"use client";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";

/** `act` may return the success message. Both the message and a fault are shown as toasts, for acts without a form. */
export function useToastedMutation(act: () => Promise<string | undefined>) {
	const errorText = useErrorText();
	return useRefetchingMutation({
		mutationFn: act,
		onSuccess: (message) => message && toast(message),
		onError: (error) => toast(errorText(error), "danger"),
	});
}
