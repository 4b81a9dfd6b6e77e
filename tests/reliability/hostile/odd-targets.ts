// Requests with unusual targets or Hosts.
import { get, host, malformed, open, request, smuggled, type Vector, vector } from './vector.ts'

const ok = '200'
const orders = '/endpoint/orders'
const health = '/api/health'
const malformedHost = '400 malformed-host'
const noTunnel = '405 method-not-allowed'
const malformedUrl = '400 malformed-url'

const targets: readonly Vector[] = [
  vector('an absolute target', get(`http://a.b${orders}`), ok),
  vector(
    'an absolute target at the control API',
    get(`http://evil.example${health}`),
    '403 host-not-allowed',
  ),
  vector(
    'an absolute target with a user',
    get(`http://localhost@evil.example${health}`),
    malformedHost,
  ),
  vector('an absolute target of another scheme', get('file:///etc/passwd'), malformedUrl),
  vector('OPTIONS *', request('OPTIONS * HTTP/1.1'), ok),
  vector('GET *', get('*'), malformedUrl),
  vector('CONNECT', request('CONNECT evil.example:443 HTTP/1.1'), noTunnel),
  vector(
    'CONNECT and a request behind it',
    open('CONNECT localhost:80 HTTP/1.1') + smuggled,
    noTunnel,
  ),
  vector('a target that is an authority', get('evil.example:443'), malformed),
  vector('a target without a slash', get('endpoint/orders'), malformed),
  vector('a fragment', get(`${orders}#/../../api/endpoint`), ok),
  vector('a NUL in the target', get(`${orders}\0`), malformed),
  vector('an escaped NUL', get(`${orders}%00`), '404 endpoint-not-found'),
  vector('bytes beyond ASCII in the target', get('/endpoint/\xff\xfe'), [
    malformed,
    malformedUrl,
    '404 endpoint-not-found',
  ]),
  vector(
    'dot segments',
    get(`/endpoint/..${health}`, ['Host: evil.example']),
    '403 host-not-allowed',
  ),
  vector(
    'escaped dot segments',
    get(`/endpoint/%2e%2E${health}`, ['Host: evil.example']),
    '403 host-not-allowed',
  ),
  vector('dot segments above the root', get(`/../../..${orders}`), ok),
  vector('dots escaped twice', get(`/endpoint/%252e%252e${health}`), '404 not-found'),
  vector('an escaped slash', get('/endpoint/..%2f..%2fapi%2fhealth'), '404 endpoint-not-found'),
  vector('backslashes', get('/endpoint\\..\\api\\health'), malformedUrl),
  vector('a bad escape', get('/endpoint/%zz'), malformedUrl),
  vector('half an escape', get('/endpoint/%4'), malformedUrl),
  vector('overlong UTF-8', get('/endpoint/%c0%ae%c0%ae%c0%af'), malformedUrl),
  vector('an escaped surrogate', get('/endpoint/%ed%a0%80'), malformedUrl),
  vector(
    'an escaped line end',
    get('/endpoint/a%0d%0aSet-Cookie:%20b=c'),
    '404 endpoint-not-found',
  ),
]

const hosts: readonly Vector[] = [
  vector('two Hosts', get(health, [host, host]), malformedHost),
  vector('two Hosts, one foreign', get(health, [host, 'Host: evil.example']), malformedHost),
  vector('a Host that is none', get(health, ['Host: a b']), malformedHost),
  vector('a Host with a path', get(health, ['Host: localhost/evil']), malformedHost),
  vector('a Host with a user', get(health, ['Host: localhost@evil.example']), malformedHost),
  vector('a Host with a bad port', get(health, ['Host: localhost:99999999']), malformedHost),
  vector('an empty Host', get(health, ['Host:']), malformedHost),
  vector('no Host', get(health, []), malformedHost),
  vector('a NUL in Host', get(health, ['Host: localhost\0.evil.example']), malformed),
]

export const oddTargets: readonly Vector[] = [...targets, ...hosts]
