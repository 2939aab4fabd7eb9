/** What a filled-in form of an operator changes: exactly what differs from what stands there. Pure. */

import type { Flow, Operator, OperatorChange } from "#lib/contracts/operator.ts";
import { typedText } from "#lib/typed-text.ts";

/** Spelled out here: the contract brings zod, which stays out of the browser. */
export const FLOW_CHOICES: readonly Flow[] = ["payment_url", "otp", "ussd"];

export function changesOf(operator: Operator, data: FormData): OperatorChange {
	const text = (name: string) => typedText(String(data.get(name) ?? ""));
	const filled: Required<OperatorChange> = {
		name: text("name"),
		flow: FLOW_CHOICES.find((flow) => flow === text("flow")) ?? operator.flow,
		dialCode: text("dialCode") || null,
		windowMinutes: /^\d{1,5}$/.test(text("windowMinutes")) ? Number(text("windowMinutes")) : 0,
		enabled: data.get("enabled") !== null,
	};
	const changed = Object.entries(filled).filter(([field, value]) => operator[field as keyof OperatorChange] !== value);
	return Object.fromEntries(changed);
}
