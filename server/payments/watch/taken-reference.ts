/** True when PostgreSQL refused a reference because another payment of this environment has it. */
export function isTakenReference(error: unknown): boolean {
	const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
	return code === "23505" && constraint === "payment_reference";
}
