import NotFound from "#app/not-found.tsx";

/** Never rendered (see app/not-found.tsx); it replaces Next's larger default. */
export default function Forbidden() {
	return <NotFound />;
}
