/** Counts size and coupling of the code from its sources. Prints the figures, and fails when one is above its ceiling. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { circlesOf, moduleOf, readArrows, readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const SEND_PAYMENT = "server/payments/send/send-payment.ts";
/** A folder with more files is too full, unless people look up its files by name. */
const MOST_FILES = 25;
const LOOKED_UP_BY_NAME = ["lib/contracts", "lib/queries", "lib/i18n", "server/store/migrations"];
/** Next finds these files by name, and people start the programs, so no file imports them. */
const ENTRY = /^(app\/|server\/cli\/[^/]+\.ts$)/;

/** Lower a ceiling when its figure improves. */
const CEILINGS = {
	productLines: 91_590,
	testLines: 81_900,
	sendClosure: 85,
	sendClosureWithTypes: 151,
	singleImportersInside: 22.5,
} as const;

export interface Figures {
	productLines: number;
	/** With SQL and messages. */
	productLinesInAll: number;
	testLines: number;
	/** Files that sending a payment loads: the imports of `send-payment.ts`, without `import type`. */
	sendClosure: number;
	/** The same, with `import type`. */
	sendClosureWithTypes: number;
	/** Percentage of the product's files that only one other file imports. */
	singleImporters: number;
	/** The same, without components that one page renders and verbs that one route calls. */
	singleImportersInside: number;
	fullFolders: string[];
	roomCircles: string[][];
}

function countLines(files: readonly string[]): number {
	return files.reduce((sum, file) => sum + readSource(file).split("\n").length - 1, 0);
}

function dataFiles(): string[] {
	return ["app", "components", "lib", "server"].flatMap((top) =>
		readdirSync(top, { recursive: true, encoding: "utf8" })
			.map((name) => `${top}/${name}`)
			.filter((name) => /\.(sql|json|css)$/.test(name)),
	);
}

function closureOf(start: string, arrows: ReturnType<typeof readArrows>): Set<string> {
	const next = Map.groupBy(arrows, ({ from }) => from);
	const reached = new Set([start]);
	for (const file of reached) for (const { to } of next.get(file) ?? []) reached.add(to);
	return reached;
}

function shareOfSingleImporters(
	product: readonly string[],
	arrows: ReturnType<typeof readArrows>,
	counts = (_importer: string) => true,
): number {
	const importers = Map.groupBy(
		arrows.filter(({ from }) => !from.startsWith("tests/")),
		({ to }) => to,
	);
	const files = product.filter((file) => !ENTRY.test(file));
	const single = files.filter((file) => {
		const [only, ...others] = new Set(importers.get(file)?.map(({ from }) => from));
		return only !== undefined && others.length === 0 && counts(only);
	});
	return Math.round((1000 * single.length) / files.length) / 10;
}

export function readFigures(): Figures {
	const all = sourceFiles();
	const product = all.filter((file) => !file.startsWith("tests/"));
	const arrows = readArrows();
	const folders = Map.groupBy([...product, ...dataFiles()], (file) => dirname(file));
	const productLines = countLines(product);
	return {
		productLines,
		productLinesInAll:
			productLines + dataFiles().reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length - 1, 0),
		testLines: countLines(all.filter((file) => file.startsWith("tests/"))),
		sendClosure: closureOf(
			SEND_PAYMENT,
			arrows.filter(({ isType }) => !isType),
		).size,
		sendClosureWithTypes: closureOf(SEND_PAYMENT, arrows).size,
		singleImporters: shareOfSingleImporters(product, arrows),
		singleImportersInside: shareOfSingleImporters(product, arrows, (importer) => !importer.startsWith("app/")),
		fullFolders: [...folders]
			.filter(([folder, files]) => files.length > MOST_FILES && !LOOKED_UP_BY_NAME.includes(folder))
			.map(([folder, files]) => `${folder} (${files.length})`)
			.sort(),
		roomCircles: circlesOf(
			arrows
				.map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to) }))
				.filter(({ from, to }) => from !== to && from !== "tests"),
		),
	};
}

function faultsOf(figures: Figures): string[] {
	const names = Object.keys(CEILINGS) as (keyof typeof CEILINGS)[];
	return [
		...names.flatMap((name) =>
			figures[name] > CEILINGS[name] ? [`${name} is ${figures[name]}: at most ${CEILINGS[name]}`] : [],
		),
		...figures.fullFolders.map((folder) => `${folder}: at most ${MOST_FILES} files`),
		...figures.roomCircles.map((circle) => `a circle between features: ${circle.join(" ")}`),
	];
}

if (import.meta.main) {
	const figures = readFigures();
	console.log(figures);
	const faults = faultsOf(figures);
	for (const fault of faults) console.error(fault);
	process.exitCode = faults.length > 0 ? 1 : 0;
}
