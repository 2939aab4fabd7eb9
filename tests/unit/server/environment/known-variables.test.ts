import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KNOWN_VARIABLES } from "#server/environment/known-variables.ts";

test(".env.example has every variable of a desk, and no other", () => {
	const example = readFileSync(new URL("../../../../.env.example", import.meta.url), "utf8");
	const listed = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
	const known = [...KNOWN_VARIABLES].filter((name) => !name.endsWith("_FILE") && name !== "MOMO_IS_SANDBOX");
	expect(listed.sort()).toEqual(known.sort());
});
