/** What a filled-in form of an operator changes: exactly what differs from what stands there. Pure. */

import type { Operator, OperatorChange } from "#lib/contracts/operator.ts";
import { FLOWS } from "#lib/flows.ts";
import { typedText } from "#lib/typed-text.ts";

export function changesOf(operator: Operator, data: FormData): OperatorChange {
	const text = (name: string) => typedText(String(data.get(name) ?? ""));
	const filled: Required<OperatorChange> = {
		name: text("name"),
		flow: FLOWS.find((flow) => flow === text("flow")) ?? operator.flow,
		dialCode: text("dialCode") || null,
		windowMinutes: /^\d{1,5}$/.test(text("windowMinutes")) ? Number(text("windowMinutes")) : 0,
		enabled: data.get("enabled") !== null,
	};
	const changed = Object.entries(filled).filter(([field, value]) => operator[field as keyof OperatorChange] !== value);
	return Object.fromEntries(changed);
}
