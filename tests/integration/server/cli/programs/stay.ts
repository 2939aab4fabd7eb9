setInterval(() => undefined, 60_000);
