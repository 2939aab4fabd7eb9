/** Draws a text as a QR code: its dark squares in one SVG path. */
import { encode } from "uqr";

export interface QrPath {
	path: string;
	/** The side length in modules, with the quiet zone. */
	size: number;
}

const QUIET_ZONE = 2;

export function qrPath(text: string): QrPath {
	const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
	const path = data
		.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
		.filter(Boolean)
		.join("");
	return { path, size };
}
