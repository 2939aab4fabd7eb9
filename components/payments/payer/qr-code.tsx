/** Our own drawing of a payment link, made on the server: no canvas and no library in the browser, never their HTML or SVG. */
import { encode } from "uqr";

const QUIET_ZONE = 2;

export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
	const path = data
		.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
		.filter(Boolean)
		.join("");
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="mx-auto block size-[188px] rounded-md bg-white text-black"
		>
			<path d={path} fill="currentColor" />
		</svg>
	);
}
