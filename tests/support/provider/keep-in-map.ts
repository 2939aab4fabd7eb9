/** In-memory store of the test provider, because the library's own prints a warning. */
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

export function keepInMap(): AdapterFactory {
	const kept = new Map<string, AdapterPayload>();
	return (model) => adapterOf(model, kept);
}

function adapterOf(model: string, kept: Map<string, AdapterPayload>): Adapter {
	const findBy = (name: "uid" | "userCode", value: string) =>
		Promise.resolve([...kept].find(([key, payload]) => key.startsWith(`${model}:`) && payload[name] === value)?.[1]);
	return {
		upsert: async (id, payload) => void kept.set(`${model}:${id}`, payload),
		find: async (id) => kept.get(`${model}:${id}`),
		findByUid: (uid) => findBy("uid", uid),
		findByUserCode: (userCode) => findBy("userCode", userCode),
		async consume(id) {
			const payload = kept.get(`${model}:${id}`);
			if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
		},
		destroy: async (id) => void kept.delete(`${model}:${id}`),
		async revokeByGrantId(grantId) {
			for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
		},
	};
}
