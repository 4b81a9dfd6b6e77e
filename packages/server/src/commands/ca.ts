// `mock-endpoint ca`: shows the certificate that HTTPS clients must trust, and how to set them up.
import { resolve } from 'node:path'
import { authorityOf } from '../data-folder/authority.ts'
import { exitCodes } from '../program/exit.ts'
import { exitOn, flagNames } from '../program/store-exit.ts'
import { settings } from '../settings/table.ts'
import type { Run } from './command.ts'

/** Calls no daemon, so it can run before one is started. */
export const ca: Run = async ({ host, given, json, print }) => {
  const folder = resolve(host.cwd, settings.dataDir.read(given))
  const { file, cert } = await authorityOf(folder, Date.now(), flagNames).catch(exitOn)
  print(json ? JSON.stringify({ file, cert }) : toText(file))
  return exitCodes.clean
}

function toText(file: string): string {
  const quoted = quote(file)
  const lines = clients.map(([client, line]) => `${client.padEnd(width)}${line(quoted)}`)
  return [file, '', ...lines, '', replacing].join('\n')
}

const width = 18

const replacing =
  'SSL_CERT_FILE, REQUESTS_CA_BUNDLE and AWS_CA_BUNDLE replace what is trusted otherwise.'

/** Clients, and the line that makes each one trust the certificate. */
const clients: readonly (readonly [client: string, line: (file: string) => string])[] = [
  ['Node.js', (file) => `export NODE_EXTRA_CA_CERTS=${file}`],
  ['Deno', (file) => `export DENO_CERT=${file}`],
  ['Python', (file) => `export SSL_CERT_FILE=${file} REQUESTS_CA_BUNDLE=${file}`],
  ['Go, Ruby, OpenSSL', (file) => `export SSL_CERT_FILE=${file}`],
  ['AWS CLI and SDKs', (file) => `export AWS_CA_BUNDLE=${file}`],
  ['curl', (file) => `curl --cacert ${file}`],
  [
    'Java',
    (file) =>
      `keytool -importcert -noprompt -cacerts -storepass changeit -alias mock-endpoint -file ${file}`,
  ],
  [
    'Chrome on Linux',
    (file) => `certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n mock-endpoint -i ${file}`,
  ],
  [
    'Debian, Ubuntu',
    (file) =>
      `sudo cp ${file} /usr/local/share/ca-certificates/mock-endpoint.crt && sudo update-ca-certificates`,
  ],
  [
    'macOS',
    (file) => `sudo security add-trusted-cert -d -k /Library/Keychains/System.keychain ${file}`,
  ],
  ['Windows', (file) => `certutil -addstore -user Root ${file}`],
  ['Firefox', () => 'Settings, Privacy & Security, View Certificates, Authorities, Import'],
]

/** Quotes a file name for a shell, if necessary. */
function quote(file: string): string {
  return /^[\w./:@%+=-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`
}
