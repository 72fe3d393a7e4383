/** Returns three calls to paste into a shell: append an event, recall it, assemble the window. */
export function curlLines(url: string, apiKey: string): string[] {
  const call = (path: string, body: string) =>
    `curl -s ${url}/v1/spaces/main${path} -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
  return [
    call('/sessions/first/events', '{"events":[{"kind":"user_message","text":"Deploy the harbour service with --max-retries=7."}]}'),
    call('/recall', '{"query":"harbour service retries"}'),
    call('/sessions/first/window', '{"format":"openai"}'),
  ];
}

/** Returns true when only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
