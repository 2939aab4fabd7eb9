import type { Operator } from "#lib/contracts/operator.ts";

/** An operator that a recipient may have. */
export type OperatorName = Pick<Operator, "code" | "name" | "country">;
