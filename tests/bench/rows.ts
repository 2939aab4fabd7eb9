/** The table of `docs/performance.md`: each promise, and the lines that measure it. A row without a line is "not measured". */

export interface Row {
	what: string;
	goal: string;
	/** Keys of lines; a row may have several. */
	keys: readonly string[];
}

const PEER = "needs a peer beside it";

export const ROWS: readonly Row[] = [
	{ what: "first row at 100k, warm ÷ best peer", goal: `≤ 0.20; ${PEER}`, keys: ["first-byte", "first-row"] },
	{ what: "… web program just started", goal: `≤ 0.40; ${PEER}`, keys: ["first-row-started"] },
	{ what: "… 4× CPU, 10 Mbit/s, 40 ms", goal: `≤ 0.25; ${PEER}`, keys: ["first-row-slow"] },
	{ what: "a page opens warm at all rows as at 1,000", goal: "≤ 1.2 ×", keys: ["first-row-1k", "opens"] },
	{ what: "first read after a start, all rows ÷ 1k", goal: "≤ 1.1", keys: ["first-ask"] },
	{ what: "first rows of a wallet without mirror ÷ time to receive it", goal: "≤ 0.5", keys: ["first-import"] },
	{ what: "blocking time 1× / 4×", goal: "0 / ≤ 150 ms", keys: ["blocked", "blocked-slow"] },
	{ what: "sort, filter", goal: "leaves within a frame (17 ms)", keys: ["sort-request", "sort"] },
	{ what: "60 random filters asked for the first time, p95", goal: "≤ 50 ms for rows", keys: ["random-filters"] },
	{ what: "statement of 100,000 lines on screen", goal: "≤ 150 ms", keys: ["statement"] },
	{ what: "… as PDF", goal: "≤ 20 s; ≤ 150 MB more", keys: ["statement-paper"] },
	{ what: "refresh with ten new lines ÷ receive + parse", goal: "≤ 1.5", keys: ["refresh"] },
	{ what: "longest stall of the web program meanwhile", goal: "≤ 20 ms", keys: ["refresh-stall"] },
	{ what: "memory of web: export ÷ of few rows", goal: "≤ 1.3", keys: ["export-memory"] },
	{ what: "memory of web under 50 connections", goal: "≤ 300 MB", keys: ["connections-memory"] },
	{ what: "balance route ÷ empty route", goal: "≥ 0.75", keys: ["balance-1", "balance-16"] },
	{ what: "processor time a request, traced ÷ not traced", goal: "≤ 1.03", keys: ["tracing"] },
	{ what: "writes per read of a balance", goal: "none when nothing changed", keys: ["balance-writes"] },
	{
		what: "batch of 10,000 rows: check; one change; a page",
		goal: "≤ 3,000 ms; ≤ 200 ms; ≤ 100 ms",
		keys: ["batch-check", "batch-change", "batch-page"],
	},
	{ what: "Insights", goal: "≤ 300 ms at a million", keys: ["insights"] },
	{ what: "page rendering", goal: "≤ 8 ms; ≥ 120 a second", keys: ["page", "pages"] },
	{ what: "start of web → ready", goal: "≤ 600 ms", keys: ["start", "start-row"] },
	{ what: "two workers ÷ one, where lanes allow it", goal: "≥ 1.6", keys: ["two-workers"] },
	{
		what: "batch of 5,000 rows sent, 16 lanes",
		goal: "at once ≤ 90 s, 500 ms ≤ 240 s; pages ≤ 100 ms; ≤ 1.2 ×; ≤ 300 MB",
		keys: ["batch-sent-0", "batch-sent-500"],
	},
	{ what: "payouts: approve → first byte", goal: "p95 ≤ 50 ms", keys: ["approve-to-byte"] },
	{
		what: "script, gzipped",
		goal: "Home, Movements ≤ 175,000; forms ≤ 200,000 bytes",
		keys: ["/", "/movements", "/transactions", "/imports", "/deposits/new", "/payouts/new"].map(
			(path) => `script ${path}`,
		),
	},
	{ what: "interaction to next paint, 4×", goal: "≤ 100 ms", keys: ["interaction"] },
	{ what: "a thousand late payouts", goal: "web ≤ 20 ms; Home ≤ 100 ms", keys: ["late-stall", "late-home"] },
	{ what: "the archive: its size; start → ready", goal: "≤ 160 MB; ≤ 10 s", keys: ["archive"] },
	{ what: "an idle desk", goal: "≤ 350 MB, its launcher ≤ 40 MB; ≤ 1 % of a core", keys: ["archive-idle"] },
	{ what: "guesses at passwords", goal: "≤ 5 ms apart; pages ≤ 1 s", keys: ["refusals", "guesses-1", "guesses-100"] },
];
