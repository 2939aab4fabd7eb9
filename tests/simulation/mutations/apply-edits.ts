/** The edits of the mutation that this process plays, from its environment. */
import type { SourceEdit } from "#tests/simulation/mutations/source-edits.ts";

const edits = JSON.parse(process.env.SIMULATION_EDITS ?? "[]") as SourceEdit[];

/** The text of a file as the mutation has it; null when it changes nothing there. */
export function edited(path: string, text: () => string): string | null {
	const wanted = edits.filter(({ file }) => path.endsWith(file));
	if (wanted.length === 0) return null;
	return wanted.reduce((source, { file, find, replace }) => {
		if (!source.includes(find)) throw new Error(`the mutation does not find its text in ${file}`);
		return source.replace(find, () => replace);
	}, text());
}
