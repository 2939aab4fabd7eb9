import { describe, expect, test } from "vitest";
import { changesOf } from "#components/settings/operators/change-operator-dialog.tsx";
import { operatorChangeSchema } from "#lib/contracts/operator.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";

const operator = DEFAULT_OPERATORS.find((each) => each.code === "orange-money-ci") ?? DEFAULT_OPERATORS[0];
if (!operator) throw new Error("there are operators");

function filled(change: Record<string, string | null> = {}): FormData {
	const data = new FormData();
	const fields = {
		name: operator?.name ?? "",
		flow: "otp",
		dialCode: operator?.dialCode ?? "",
		windowMinutes: "10",
		enabled: "on",
		...change,
	};
	for (const [name, value] of Object.entries(fields)) if (value !== null) data.set(name, value);
	return data;
}

describe("a form of an operator", () => {
	test("changes nothing when nothing was changed", () => {
		expect(changesOf(operator, filled())).toEqual({});
	});

	test("sends exactly what differs, in a form that the route takes", () => {
		const changes = changesOf(operator, filled({ dialCode: " ", windowMinutes: "15", enabled: null, flow: "ussd" }));
		expect(changes).toEqual({ dialCode: null, windowMinutes: 15, enabled: false, flow: "ussd" });
		expect(operatorChangeSchema.safeParse(changes).success).toBe(true);
	});

	test("lets the route refuse a window that is no number", () => {
		const changes = changesOf(operator, filled({ windowMinutes: "soon" }));
		expect(operatorChangeSchema.safeParse(changes).success).toBe(false);
	});
});
