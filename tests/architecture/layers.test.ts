import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { BELOW, MODULES, RESERVED, SANDBOX_USES, STACKS } from "#tests/architecture/layers.ts";
import {
	type Arrow,
	circlesOf,
	moduleOf,
	readArrows,
	readSource,
	sourceFiles,
} from "#tests/architecture/read-imports.ts";

/** "server/payments" → "payments", "server/config.ts" → "config". */
function lastName(module: string): string {
	return module.replace(/^.*\//, "").replace(/\.ts$/, "");
}

function isAllowed({ from, to }: Arrow): boolean {
	const [here, there] = [moduleOf(from), moduleOf(to)];
	if (RESERVED[to] && !RESERVED[to].includes(here)) return false;
	if (here === "server/sandbox") return SANDBOX_USES.test(to);
	if (here === there) return true;
	if (there === "lib") return here !== "lib";
	const [layer, uses = ""] = MODULES[here] ?? [];
	const target = MODULES[there]?.[0];
	if (!layer || !target) return false;
	// Entry points use the features that they name; every other layer uses all that is below it.
	return (
		BELOW[layer].includes(target) || (["features", layer].includes(target) && uses.split(" ").includes(lastName(there)))
	);
}

function heightIn(module: string, file: string): number | null {
	if (!file.startsWith(`${module}/`)) return null;
	const stack = STACKS[module] ?? [];
	const [folder = "", ...rest] = file.slice(module.length + 1).split("/");
	if (rest.length === 0) return 0;
	return stack.includes(folder) ? stack.length - stack.indexOf(folder) : null;
}

function rises(module: string, { from, to }: Arrow): boolean {
	const [here, there] = [heightIn(module, from), heightIn(module, to)];
	return here !== null && there !== null && there > here;
}

const named = ({ from, to }: Arrow) => `${from} → ${to}`;

test("every file belongs to a module, and every module exists", () => {
	expect(sourceFiles().filter((file) => !moduleOf(file).startsWith("lib") && !(moduleOf(file) in MODULES))).toEqual([]);
	expect(Object.keys(MODULES).filter((module) => !existsSync(module))).toEqual([]);
});

test("a module uses the layers below it, and of its own layer the modules that it names", () => {
	const arrows = readArrows();
	expect(arrows.length).toBeGreaterThan(1_000);
	expect(arrows.filter((arrow) => !isAllowed(arrow)).map(named)).toEqual([]);
});

test("every module that a module names is used", () => {
	const used = new Set(readArrows().map(({ from, to }) => `${moduleOf(from)} ${lastName(moduleOf(to))}`));
	const unused = Object.entries(MODULES).flatMap(([module, [, uses = ""]]) =>
		uses
			.split(" ")
			.filter((name) => name && !used.has(`${module} ${name}`))
			.map((name) => `${module} ${name}`),
	);
	expect(unused).toEqual([]);
});

test("an import against the layers is found", () => {
	const forbidden: Arrow[] = [
		{ from: "components/payments/state-pill.tsx", to: "server/payments/read/read-payment.ts" },
		{ from: "components/ui/button.tsx", to: "components/shell/navigation.tsx" },
		{ from: "lib/money.ts", to: "server/config.ts" },
		{ from: "server/momo/client.ts", to: "server/store/database.ts" },
		{ from: "server/store/job-queue.ts", to: "server/momo/wire.ts" },
		{ from: "server/sandbox/app.ts", to: "server/payments/read/read-payment.ts" },
		{ from: "server/sandbox/app.ts", to: "server/momo/wire.ts" },
		{ from: "server/wallets/read-wallet.ts", to: "server/payments/read/read-payment.ts" },
		{ from: "server/http/route-handler.ts", to: "server/payments/read/read-payment.ts" },
		{ from: "server/members/add-member.ts", to: "server/store/as-owner.ts" },
	];
	expect(forbidden.filter(isAllowed)).toEqual([]);
});

test.each(Object.keys(STACKS))("in %s no folder uses one above it", (module) => {
	const files = sourceFiles().filter((file) => file.startsWith(`${module}/`));
	expect(files.filter((file) => heightIn(module, file) === null)).toEqual([]);
	expect(
		readArrows()
			.filter((arrow) => rises(module, arrow))
			.map(named),
	).toEqual([]);
});

test("no file leads back to itself, of the product or of its tests", () => {
	expect(circlesOf(readArrows())).toEqual([]);
});

test("a circle is found, however long", () => {
	const arrow = (from: string, to: string): Arrow => ({ from, to });
	const ring = [arrow("a", "b"), arrow("b", "c"), arrow("c", "d"), arrow("d", "b"), arrow("a", "e")];
	expect(circlesOf(ring)).toEqual([["b", "c", "d"]]);
	expect(circlesOf(ring.slice(0, 3))).toEqual([]);
});

test("every imported file exists under the very name", () => {
	expect(
		readArrows()
			.filter(({ to }) => !existsSync(to))
			.map(named),
	).toEqual([]);
});

test("no file is a barrel or has a name that says nothing", () => {
	expect(sourceFiles().filter((file) => /(^|\/)(index|utils?|helpers?|common|misc)\.tsx?$/.test(file))).toEqual([]);
});

test("towards the service nothing uses fetch, which follows redirects with the secret on board", () => {
	const momo = sourceFiles().filter((file) => file.startsWith("server/momo/"));
	expect(momo.filter((file) => /(?<![.\w])fetch\(/.test(readSource(file)))).toEqual([]);
});

test("no page or component writes markup that did not go through React", () => {
	const product = sourceFiles().filter((file) => !file.startsWith("tests/"));
	expect(product.filter((file) => readSource(file).includes("dangerouslySetInnerHTML"))).toEqual([]);
});
