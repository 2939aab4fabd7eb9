import Bowser from "bowser";

export interface Device {
	browser: string | null;
	system: string | null;
}

/** Names browser and system for sessions, notices and the audit log. No decision may rely on them: a client can send any user agent. */
export function describeDevice(userAgent: string | null): Device {
	if (!userAgent) return { browser: null, system: null };
	const { browser, os } = Bowser.parse(userAgent);
	return { browser: browser.name || null, system: os.name || null };
}
