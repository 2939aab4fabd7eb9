/** Security headers for every answer. Pure; proxy.ts sets them. */

export interface HeaderOptions {
	nonce: string;
	https: boolean;
	/** React needs eval for its error stacks in development, and the dev server talks over a WebSocket. */
	development: boolean;
}

/** `strict-dynamic`: only scripts with the nonce run, and scripts that these load. No host is allowed as such, so none can be abused. */
export function contentSecurityPolicy({ nonce, https, development }: HeaderOptions): string {
	const policy: Record<string, string> = {
		"default-src": "'none'",
		"script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
		// Next's dev server injects style elements; a build needs only its own files.
		"style-src": development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
		// React and Base UI position floating parts by style attributes, which cannot run code.
		"style-src-attr": "'unsafe-inline'",
		"img-src": "'self' data:",
		"font-src": "'self'",
		"connect-src": development ? "'self' ws:" : "'self'",
		"manifest-src": "'self'",
		"form-action": "'self'",
		"base-uri": "'none'",
		"object-src": "'none'",
		"frame-src": "'none'",
		"worker-src": "'none'",
		"frame-ancestors": "'none'",
	};
	const directives = Object.entries(policy).map(([name, sources]) => `${name} ${sources}`);
	return [...directives, ...(https ? ["upgrade-insecure-requests"] : [])].join("; ");
}

const PERMISSIONS = [
	"accelerometer",
	"camera",
	"display-capture",
	"geolocation",
	"gyroscope",
	"hid",
	"magnetometer",
	"microphone",
	"midi",
	"payment",
	"screen-wake-lock",
	"serial",
	"usb",
	"xr-spatial-tracking",
];

/** Returns the headers for every answer, including those that do not pass through proxy.ts: assets and early refusals. */
export function answerHeaders(https: boolean): Record<string, string> {
	return {
		"x-content-type-options": "nosniff",
		...(https ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
	};
}

export function securityHeaders(options: HeaderOptions): Record<string, string> {
	return {
		"content-security-policy": contentSecurityPolicy(options),
		"cross-origin-opener-policy": "same-origin",
		"cross-origin-resource-policy": "same-origin",
		"x-frame-options": "DENY",
		// Our paths contain references: no other site may read them in a Referer.
		"referrer-policy": "same-origin",
		"permissions-policy": PERMISSIONS.map((name) => `${name}=()`).join(", "),
		"x-dns-prefetch-control": "off",
		...answerHeaders(options.https),
	};
}

/** Headers of the built assets. A page elsewhere cannot frame an asset, and an asset that is opened by itself loads nothing. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
	"X-Content-Type-Options": "nosniff",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};
