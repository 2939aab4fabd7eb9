import type { ListAnswer } from "#lib/contracts/payment.ts";
import { AppError } from "#server/errors.ts";

export interface Judged<Passed> {
	passed: Passed[];
	/** Errors by payment id. */
	refused: Map<string, AppError>;
}

/** Partitions what is asked into passed and refused, one after the other. `judge` throws an AppError to refuse one. */
export async function partitionByError<Asked extends { id: string }, Passed>(
	asked: readonly Asked[],
	judge: (one: Asked) => Passed | Promise<Passed>,
): Promise<Judged<Passed>> {
	const judged: Judged<Passed> = { passed: [], refused: new Map() };
	for (const one of asked) {
		try {
			judged.passed.push(await judge(one));
		} catch (error) {
			if (!(error instanceof AppError)) throw error;
			judged.refused.set(one.id, error);
		}
	}
	return judged;
}

export function answerOf(asked: readonly { id: string }[], refused: ReadonlyMap<string, AppError>): ListAnswer {
	return {
		done: asked.map(({ id }) => id).filter((id) => !refused.has(id)),
		failed: [...refused].map(([id, { code }]) => ({ id, code })),
	};
}
