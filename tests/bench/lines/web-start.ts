import type { Line } from "#tests/bench/line.ts";

export const webStart: Line = {
	key: "start",
	title: "start of web → ready",
	unit: "ms",
	measure: (side) => side.restartWeb(),
};
