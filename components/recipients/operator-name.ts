import type { Operator } from "#lib/contracts/operator.ts";

export type OperatorName = Pick<Operator, "code" | "name" | "country">;
