/** Our own drawing of a payment link, made on the server: no canvas and no library in the browser, never their HTML or SVG. */
import { QrDrawing } from "#components/ui/qr-drawing.tsx";
import { qrPath } from "#lib/qr-path.ts";

export function QrCode({ text, label }: { text: string; label: string }) {
	return <QrDrawing qr={qrPath(text)} label={label} />;
}
