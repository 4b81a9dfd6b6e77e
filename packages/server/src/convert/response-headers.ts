// Selects the headers of a foreign response that a rule keeps.

/** Headers of the message, the connection and CORS, which the service sets itself. */
const ofService =
  /^(content-(length|encoding)|transfer-encoding|connection|keep-alive|proxy-.*|date|te|trailer|upgrade|access-control-.*|sec-websocket-.*)$/

/**
 * Headers about the host, its proxies and its security. Some would do harm on localhost: HSTS
 * sends the browser to https, and a policy blocks the page.
 */
const ofHost =
  /^(server|via|age|vary|alt-svc|nel|report-to|reporting-endpoints|server-timing|strict-transport-security|content-security-policy.*|permissions-policy|cross-origin-.*|clear-site-data|expect-ct|public-key-pins.*|x-frame-options|x-xss-protection|x-powered-by|x-content-type-options|x-served-by|x-cache.*|x-timer|x-amz-cf-.*|cf-.*|timing-allow-origin|accept-ranges|origin-agent-cluster)$/

const isName = /^[!#$%&'*+.^_`|~\da-z-]+$/
/** RFC 9110, 5.5. Other characters cannot be sent. */
const isValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a rule can and should have this header. The name is in lower case. */
export function isKept(name: string, value: string): boolean {
  if (!isName.test(name) || name === '__proto__' || !isValue.test(value)) return false
  return !ofService.test(name) && !ofHost.test(name)
}
