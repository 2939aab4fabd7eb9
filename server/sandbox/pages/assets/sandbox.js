// Refreshes the changing parts of a visible page, and lets the dial pad's keys type into its field.
const EVERY_MS = 1200;
const parts = new Map([...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part.innerHTML]));

async function refresh() {
	if (document.hidden || parts.size === 0) return;
	const answer = await fetch(location.href, { cache: "no-store" });
	if (!answer.ok) return;
	const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
	for (const [name, before] of parts) {
		const next = fresh.querySelector(`[data-part="${name}"]`);
		if (next && next.innerHTML !== before) replacePart(name, next.innerHTML);
	}
}

// Replaces a part of the page, and restores typed text and the focus.
function replacePart(name, markup) {
	const part = document.querySelector(`[data-part="${name}"]`);
	const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
	const typed = [...part.querySelectorAll("input[id]")].map((input) => [input.id, input.value]);
	part.innerHTML = markup;
	parts.set(name, markup);
	for (const [id, value] of typed) {
		const input = document.getElementById(id);
		if (input && value) input.value = value;
	}
	if (focused) document.getElementById(focused)?.focus();
}

setInterval(() => refresh().catch(() => undefined), EVERY_MS);

document.addEventListener("click", (event) => {
	const key = event.target instanceof Element ? event.target.closest("[data-key]") : null;
	if (!key) return;
	const field = document.getElementById(key.dataset.for);
	if (!field) return;
	field.value = key.dataset.key === "erase" ? field.value.slice(0, -1) : field.value + key.dataset.key;
});
