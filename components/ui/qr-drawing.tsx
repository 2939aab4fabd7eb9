/** Draws a QR code: black on white in every theme, because cameras need it. */
import type { QrPath } from "#lib/qr-path.ts";

export function QrDrawing({ qr: { path, size }, label }: { qr: QrPath; label: string }) {
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
