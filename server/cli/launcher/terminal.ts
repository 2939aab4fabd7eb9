/** What launchers say: plain lines, colour only on a terminal. */
const COLOURS = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" };

export function say(line = ""): void {
	process.stdout.write(`${line}\n`);
}

export function complain(line: string): void {
	process.stderr.write(`${line}\n`);
}

export function paint(colour: keyof typeof COLOURS, text: string): string {
	return process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}

/** "✓ Built (12.3 s)" */
export function sayDone(what: string, since: number): void {
	const tenths = Math.round((Date.now() - since) / 100);
	say(`${paint("green", "✓")} ${what} ${paint("dim", `(${Math.floor(tenths / 10)}.${tenths % 10} s)`)}`);
}
