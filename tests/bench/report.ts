/** Shows a run's figures as lines of a terminal, and as the page that is kept. */
import type { Line } from "#tests/bench/line.ts";
import { ROWS } from "#tests/bench/rows.ts";

/** Measurements of one line for each side, in the order of the rounds. */
export interface Taken {
	line: Line;
	sides: readonly { name: string; values: readonly number[] }[];
}

export interface Run {
	rows: number;
	limits: readonly string[];
	taken: readonly Taken[];
	names: readonly string[];
}

export function shownLine({ line, sides }: Taken): string {
	const figures = sides.map(({ name, values }) => `${name} ${figure(line, values)}`);
	return `${line.title.padEnd(64)}${figures.join("   ")}${sides.length > 1 ? `   ÷ ${quotient(sides)}` : ""}`;
}

/** A row without a measured line is marked as not measured. */
export function performancePage({ rows, limits, taken, names }: Run): string {
	const compared = names.length > 1;
	const head = ["what", "goal", "line", ...names, ...(compared ? [`${names[0]} ÷ ${names[1]}`] : [])];
	const body = ROWS.flatMap(({ what, goal, keys }) => {
		const found = taken.filter(({ line, sides }) => keys.includes(line.key) && sides.some(hasValues));
		if (found.length === 0) return [[what, goal, "not measured", ...names.map(() => ""), ...(compared ? [""] : [])]];
		return found.map(({ line, sides }, place) => [
			...(place === 0 ? [what, goal] : ["", ""]),
			line.title,
			...sides.map(({ values }) => figure(line, values)),
			...(compared ? [quotient(sides)] : []),
		]);
	});
	const table = [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
	return `# Performance

Written by \`npm run bench -- --rows ${rows}${compared ? " --against <checkout>" : ""}\`. Figures are medians, with the minimum and maximum of the rounds in brackets. On a machine that others use, milliseconds mean little; compare the ratios of one run.
Two versions are measured in turn, round by round. The wallet in XOF has ${rows.toLocaleString("en")} movements, the other one a thousand. The goals that name a peer need one beside Cauri.

${limits.map((limit) => `- ${limit}`).join("\n")}

${table}
`;
}

function hasValues({ values }: { values: readonly number[] }): boolean {
	return values.length > 0;
}

function figure({ unit }: Line, values: readonly number[]): string {
	if (values.length === 0) return "not measured";
	const sorted = values.toSorted((one, other) => one - other);
	const [least = 0, median = 0, most = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
	const range = sorted.length > 1 ? ` (${number(least)}–${number(most)})` : "";
	return `${number(median)}${unit === "×" ? "" : ` ${unit}`}${range}`;
}

/** Compares the two numbers of each round, because both sides met the same conditions then. */
function quotient([one, other]: Taken["sides"]): string {
	const quotients = (one?.values ?? []).flatMap((value, round) => {
		const beside = other?.values[round];
		return beside ? [value / beside] : [];
	});
	return quotients.length === 0 ? "" : figure({ unit: "×" } as Line, quotients);
}

function number(value: number): string {
	if (value >= 1_000) return Math.round(value).toLocaleString("en");
	return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
