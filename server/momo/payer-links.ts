/** Checks links and QR codes from the service before the payer sees them (payments.md rule 11). Pure. */
import type { PaymentKind } from "#lib/payment-state.ts";
import type { WireDeposit, WirePayout } from "#server/momo/wire.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const MAX_URL_LENGTH = 2_000;
const MAX_PICTURE_BYTES = 200_000;
/** The longest text whose QR code, with medium error correction, a phone still reads. */
const MAX_QR_BYTES = 1_000;

/** Returns a safe address or null: only `https:` (`http:` on loopback, for the sandbox), no user info. */
export function safePaymentUrl(text: string | null | undefined): string | null {
	if (!text || /[\p{Cc}\p{Cf}\s\\\uFFFD]/u.test(text)) return null;
	if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
	const url = new URL(text);
	// Counts the encoded form, in which a letter beyond ASCII takes at least six characters.
	if (url.href.length > MAX_URL_LENGTH || url.username || url.password || url.hostname === "") return null;
	// The parser drops the empty user name of "https://@host", which a person would still see in the link.
	if (/^https?:\/\/[^/?#]*@/i.test(text)) return null;
	if (url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname))) return url.href;
	return null;
}

/** Null for a link that fails the check, and for a payout. */
export function readPayerLinks(
	kind: PaymentKind,
	answer: WireDeposit | WirePayout,
): { paymentUrl: string | null; qrCode: string | null } {
	if (kind === "payout") return { paymentUrl: null, qrCode: null };
	const { payment_url: url, qr_code: code } = answer as WireDeposit;
	return { paymentUrl: safePaymentUrl(url), qrCode: checkQrCode(code) };
}

/**
 * Returns a real PNG as `data:image/png;base64,…`, safe to show as a picture, or a short plain text, whose QR code we draw ourselves. Null
 * for everything else: other `data:` or script addresses, HTML, SVG, long texts, false PNGs.
 */
export function checkQrCode(text: string | null | undefined): string | null {
	if (!text) return null;
	if (/^\s*data:/i.test(text)) return checkPicture(text);
	// This is a PNG in base64 without its `data:` prefix. Drawn as text, its letters would become the QR code.
	if (text.startsWith("iVBORw0KGgo")) return checkPicture(`data:image/png;base64,${text}`);
	if (Buffer.byteLength(text) > MAX_QR_BYTES || /[\p{Cc}\p{Cs}\uFFFD<>]/u.test(text)) return null;
	// A scanner opens the text, so an address must pass the same check as a link.
	return /^\s*[a-z][a-z0-9+.-]*:/i.test(text) ? safePaymentUrl(text) : text;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function checkPicture(text: string): string | null {
	const base64 = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
	if (base64 === undefined || base64.length % 4 !== 0 || base64.length > MAX_PICTURE_BYTES * 1.4) return null;
	const bytes = Buffer.from(base64, "base64");
	if (bytes.length > MAX_PICTURE_BYTES || bytes.length < 57) return null;
	if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return null;
	if (bytes.toString("latin1", 12, 16) !== "IHDR") return null;
	return text;
}
