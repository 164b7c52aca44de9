// The health check of a container: ends with 0 while the site of this machine answers.
const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}/healthz`;
const isWell = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(isWell ? 0 : 1);
