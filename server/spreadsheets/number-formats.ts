/** Shows a workbook's number as a person sees it where its format changes the meaning: a date, a percentage, a unit, a phone number. */

import { DAY_MS } from "#lib/dates.ts";

type Show = (value: string) => string;

interface Token {
	kind: "literal" | "digit" | "sign";
	text: string;
}

const TOKEN =
	/"(?<quoted>[^"]*)"|\\(?<escaped>.)|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[(?<bracket>[^\]]*)\]|[_*].|(?<digit>General|[0#?@])|(?<sign>E[+-]|[.,%/])|(?<literal>.)/giu;

/** Built-in formats of dates and percentages, which a workbook does not spell out. */
const BUILT_IN = new Map<number, string>([
	...[14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57].map((id): [number, string] => [id, "d"]),
	...[9, 10].map((id): [number, string] => [id, "0%"]),
]);

/** `code`: undefined for a format that the workbook does not spell out. */
export function readFormat(id: number, code: string | undefined, isSince1904: boolean): Show {
	const written = code ?? BUILT_IN.get(id) ?? "General";
	// Only the first section counts: those for negative numbers and for zero do not change the meaning.
	const section = /^(?:"[^"]*"|\\.|[^";])*/u.exec(written)?.[0] ?? "";
	if (isDate(section)) return (value) => dateText(value, isSince1904);
	const tokens = tokensOf(section);
	const first = tokens.findIndex(({ kind }) => kind === "digit");
	const last = tokens.findLastIndex(({ kind }) => kind === "digit");
	if (first < 0) return (value) => numberText(value) + quotedIn(section).join("");
	// A condition such as [<1000] may show the unit of another section, so the text has each unit.
	const own = quotedIn(section);
	const units = /\[[<>=]/.test(written) ? quotedIn(written.slice(section.length)) : [];
	const others = [...new Set(units)].filter((unit) => !own.includes(unit)).join("");
	const signs = tokens.filter(({ kind }) => kind === "sign").map(({ text }) => text);
	if (signs.includes("%")) return (value) => `${numberText(String(Number(value) * 100))}%`;
	const literals = (some: readonly Token[]) => some.map(({ kind, text }) => (kind === "literal" ? text : "")).join("");
	const places = tokens.slice(first, last + 1);
	const isSpaced = places.every(({ kind, text }) => kind === "digit" || /^\s$/.test(text));
	const between = literals(places).replace(/[^\p{L}\p{Sc}%‰]/gu, "");
	const most = places.filter(({ kind }) => kind === "digit").length;
	const scale = tokens.slice(last + 1).filter(({ text, kind }) => kind === "sign" && text === ",").length;
	return (value) => {
		// "# ##0" shows 1500000 as "1500 000": its blanks do not separate the thousands, so they are dropped.
		const isLonger = isSpaced && value.length > most;
		if (signs.length === 0 && !isLonger && /^\d{1,15}$/.test(value)) return fillDigits(tokens, first, value) + others;
		const text = numberText(value);
		// If the cell shows thousands or millions, the text has both the stored and the shown number: the row's check reports it.
		const shown = scale > 0 ? `${text} (${Number(value) / 1_000 ** scale})` : text;
		return `${literals(tokens.slice(0, first))}${shown}${between}${literals(tokens.slice(last + 1))}${others}`;
	};
}

/** Returns the quoted texts that have a letter or a sign of a currency: units, and no blanks or brackets. */
function quotedIn(format: string): string[] {
	const texts = [...format.matchAll(/"([^"]*)"|\\(.)|\[\$([^\]-]+)/gu)].map(([, ...some]) => some.join(""));
	return texts.filter((text) => /[\p{L}\p{Sc}%‰]/u.test(text));
}

function isDate(section: string): boolean {
	return /\[[hms]+\]/i.test(section) || /[dmyhs]/i.test(section.replace(/"[^"]*"|\[[^\]]*\]|\\.|[_*]./gu, ""));
}

function tokensOf(section: string): Token[] {
	return [...section.matchAll(TOKEN)].flatMap(({ groups = {} }): Token[] => {
		const { digit, sign, quoted, escaped, currency, literal } = groups;
		if (digit !== undefined) return [{ kind: "digit", text: digit }];
		if (sign !== undefined) return [{ kind: "sign", text: sign }];
		return [{ kind: "literal", text: quoted ?? escaped ?? currency ?? literal ?? "" }];
	});
}

/** Puts the digits into the format: "0# ## ## ## ##" shows 701020304 as "07 01 02 03 04". */
function fillDigits(tokens: readonly Token[], first: number, digits: string): string {
	let left = digits;
	return tokens.reduceRight((shown, { kind, text }, place) => {
		if (kind === "literal") return text + shown;
		const here = place === first ? left : left.slice(-1);
		left = left.slice(0, -1);
		return (here === "" && text === "0" ? "0" : here) + shown;
	}, "");
}

/**
 * Writes a number with 15 digits, as a spreadsheet shows it. Three decimals get a fourth, since "750.375" could be read as 750,375.
 * "2.250701020304E12" has all its digits and is written out; a number that lacks digits keeps its exponent.
 */
export function numberText(value: string): string {
	const [, decimals = "", exponent = "99"] = /^-?\d\.(\d+)E\+?(\d+)$/i.exec(value) ?? [];
	if (decimals.length >= Number(exponent)) return numberText(String(Number(value)));
	if (!/^-?\d+\.\d+$/.test(value)) return value;
	const shown = Number(value)
		.toPrecision(15)
		.replace(/\.?0+$/, "");
	return /\.\d{3}$/.test(shown) ? `${shown}0` : shown;
}

/** Converts a count of days since the end of 1899, or since the beginning of 1904, to a date; a count below one is a time of day. */
function dateText(serial: string, isSince1904: boolean): string {
	const start = isSince1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
	const at = new Date(Math.round(Number(serial) * DAY_MS) + start);
	if (Number.isNaN(at.getTime())) return serial;
	return Number(serial) < 1 ? at.toISOString().slice(11, 16) : at.toISOString().slice(0, 10);
}
