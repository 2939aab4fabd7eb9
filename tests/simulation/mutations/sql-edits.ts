/** A function of the database without one of its conditions. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../server/store/migrations/", import.meta.url));
let migrations: string | undefined;

/** Returns the statement that creates it. Throws when the function, or a piece of it, is gone. */
export function withoutInSql(name: string, swap: Readonly<Record<string, string>>): string {
	migrations ??= globSync(`${FOLDER}*.sql`)
		.sort()
		.map((file) => readFileSync(file, "utf8"))
		.join("\n");
	const definition = new RegExp(`^create (?:or replace )?(function ${name}\\([^]*?\\$\\$;)$`, "gm");
	const code = [...migrations.matchAll(definition)].at(-1)?.[1];
	if (code === undefined) throw new Error(`the mutation does not find the function ${name}`);
	return Object.entries(swap).reduce((text, [piece, other]) => {
		if (!text.includes(piece)) throw new Error(`the mutation does not find ${piece} in ${name}`);
		return text.replace(piece, () => other);
	}, `create or replace ${code}`);
}
