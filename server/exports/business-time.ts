// Offsets change only at whole quarter hours, so one per quarter hour is cached: asking Intl costs more than the rest of an export's row.
const QUARTER_MS = 900_000;

export interface BusinessTime {
	/** ISO 8601 with the zone's offset and all digits of the second: "2026-03-10T10:00:00.000123+01:00". */
	iso(utc: string): string;
	/** The local time in milliseconds, as if it were UTC: spreadsheets know no time zones. */
	wallMs(utc: string): number;
}

/** Takes ISO 8601 times in UTC ending in Z. Create one per export: it caches the zone's offsets. */
export function businessTime(timeZone: string): BusinessTime {
	const formatter = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
	const offsets = new Map<number, Offset>();
	const offsetAt = (ms: number): Offset => {
		const quarter = Math.floor(ms / QUARTER_MS);
		const known = offsets.get(quarter);
		if (known) return known;
		const name = formatter.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
		const offset = readOffset(name);
		offsets.set(quarter, offset);
		return offset;
	};
	return {
		iso(utc) {
			const ms = Date.parse(utc);
			const { text, minutes } = offsetAt(ms);
			const fraction = /\.\d+/.exec(utc)?.[0] ?? "";
			return `${new Date(ms + minutes * 60_000).toISOString().slice(0, 19)}${fraction}${text}`;
		},
		wallMs(utc) {
			const ms = Date.parse(utc);
			return ms + offsetAt(ms).minutes * 60_000;
		},
	};
}

interface Offset {
	text: string;
	minutes: number;
}

/** Reads "GMT+01:00" as 60 minutes. ISO 8601 has no seconds in offsets, so offsets before 1930 lose their seconds. */
function readOffset(name: string): Offset {
	const match = /^GMT([+-−])(\d{2}):(\d{2})/.exec(name);
	if (!match) return { text: "+00:00", minutes: 0 };
	const [, sign = "+", hours = "00", minutes = "00"] = match;
	const size = Number(hours) * 60 + Number(minutes);
	return sign === "+"
		? { text: `+${hours}:${minutes}`, minutes: size }
		: { text: `-${hours}:${minutes}`, minutes: -size };
}
