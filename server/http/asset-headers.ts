/** Of the build's own files, which stand under the digests of what they hold. Opened by themselves they are shown in nobody's frame and load nothing. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
	"X-Content-Type-Options": "nosniff",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};
