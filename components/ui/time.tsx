import { useLocale, useTimeZone } from "next-intl";
import { formatAsOf, formatDay, formatExact, formatMoment, formatTime, type Place } from "#lib/dates.ts";

const SHAPES = {
	asOf: formatAsOf,
	moment: formatMoment,
	momentShort: (at: Date, place: Place, now: Date) => formatMoment(at, place, now, { seconds: false }),
	time: (at: Date, place: Place) => formatTime(at, place),
	timeShort: (at: Date, place: Place) => formatTime(at, place, { seconds: false }),
	day: formatDay,
	exact: formatExact,
};
type TimeShape = keyof typeof SHAPES;

/** Shapes that may say "Today": a tooltip and the printed page (`app/frame.css`) show the exact time instead. */
const RELATIVE: readonly TimeShape[] = ["asOf", "moment", "momentShort"];

interface TimeProps {
	/** ISO 8601, UTC. */
	at: string;
	/** asOf: "09:41:07" or "20 Nov 09:41"; moment: "Today 09:41:07", on phones without seconds; exact: with the year. `Short`: no seconds. */
	as?: TimeShape;
	className?: string;
}

export function Time({ at, as = "moment", className }: TimeProps) {
	const place: Place = { locale: useLocale(), timeZone: useTimeZone() ?? "UTC" };
	const iso = at.replace(/\.000Z$/, "Z");
	const text = SHAPES[as](new Date(at), place, new Date());
	const shown = as === "moment" ? <WideSeconds text={text} /> : text;
	if (!RELATIVE.includes(as))
		return (
			<time dateTime={iso} title={iso} className={className} suppressHydrationWarning>
				{shown}
			</time>
		);
	return (
		<time dateTime={iso} title={formatExact(new Date(at), place)} className={className}>
			{/* "Today" may become "Yesterday" between the server's rendering and the browser's. */}
			<span suppressHydrationWarning>{shown}</span>
		</time>
	);
}

function WideSeconds({ text }: { text: string }) {
	return (
		<>
			{text.slice(0, -3)}
			<span suppressHydrationWarning>{text.slice(-3)}</span>
		</>
	);
}
