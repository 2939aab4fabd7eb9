/** Turns edits that name a guard into edits of the file that holds it now. */
import type { Edit } from "#tests/simulation/mutations/mutation.ts";
import { type Guard, readGuards } from "#tests/simulation/mutations/read-guards.ts";

/** An edit as the hooks of the simulation take it. */
export interface SourceEdit {
	/** End of the file's path. */
	file: string;
	find: string;
	replace: string;
}

let known: readonly Guard[] | undefined;

export function sourceEdits(edits: readonly Edit[]): SourceEdit[] {
	known ??= readGuards();
	return edits.map((edit) => sourceEdit(edit, known?.filter(({ name }) => name === edit.guard) ?? []));
}

function sourceEdit(edit: Edit, [guard, ...more]: readonly Guard[]): SourceEdit {
	if (!guard || more.length > 0) throw new Error(`the mutation does not find its one guard ${edit.guard}`);
	const { file, marker, code } = guard;
	return { file, find: marker + code, replace: replacement(edit, code) };
}

function replacement({ guard, put, swap }: Edit, code: string): string {
	if (put !== undefined) return put.replaceAll("$&", () => code);
	return Object.entries(swap ?? { [code]: "" }).reduce((text, [piece, other]) => {
		if (!text.includes(piece)) throw new Error(`the mutation does not find ${piece} at the guard ${guard}`);
		return text.replace(piece, () => other);
	}, code);
}
