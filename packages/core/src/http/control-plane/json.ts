// Answers of the control API.

/** An answer whose body is this JSON text. */
export function json(text: string, status = 200): Response {
  const body = new TextEncoder().encode(text)
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
