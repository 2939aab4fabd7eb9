import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { NumberOperator } from "#components/payments/form/operator-choice.ts";
import { useSettled } from "#components/payments/preview/use-settled.ts";
import { recipientQueries } from "#lib/queries/recipients.ts";

/** Null without a number, until the answer arrives, and for a number that nobody was paid on. */
export function useUsualOperator(e164: string | null): NumberOperator | null {
	const asked = useSettled<string>(e164 === null ? null : JSON.stringify(e164));
	const { data } = useQuery({ ...recipientQueries.usualOperator(asked ?? ""), enabled: asked !== null });
	const operator = data?.operator;
	return useMemo(() => (asked && operator ? { e164: asked, operator } : null), [asked, operator]);
}
