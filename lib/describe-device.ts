import Bowser from "bowser";

export interface Device {
	browser: string | null;
	system: string | null;
}

/** What a browser says of itself, in a few words, for sessions, notices and the record: a hint for people, nothing to decide by. */
export function describeDevice(userAgent: string | null): Device {
	if (!userAgent) return { browser: null, system: null };
	const { browser, os } = Bowser.parse(userAgent);
	return { browser: browser.name || null, system: os.name || null };
}
