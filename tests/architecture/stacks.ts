/**
 * Halls with rooms, each hall's from above to below: a room uses those below it and the ground, which is what stands in the hall
 * itself. The ground uses no room.
 */
export const STACKS: Readonly<Record<string, readonly string[]>> = {
	"server/payments": ["settle", "send", "watch", "approve", "request", "read", "rules", "stop"],
	"components/payments": ["list", "page", "payer", "doubt", "approvals", "form", "preview"],
	"components/settings": ["configuration", "service", "operators", "rules"],
	"components/ui": ["page", "fields", "table"],
};
