/** Headers that others send instead of a session. */
export const SPOOFED_HEADERS: Record<string, Record<string, string>> = {
	"no cookie": {},
	"x-middleware-subrequest": {
		"x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy",
		"x-middleware-prefetch": "1",
	},
	"router payload": { rsc: "1" },
	prefetch: { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
	"forged session": { cookie: "cauri=Fe26.2*1*forged; __Host-cauri=Fe26.2*1*forged" },
	"forwarded as another host": { "x-forwarded-host": "desk.example.com", "x-original-url": "/sign-in" },
};
