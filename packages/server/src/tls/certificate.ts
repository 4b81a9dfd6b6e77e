// X.509 certificates (RFC 5280): an authority of this machine, and the certificates that it signs.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** A certificate and its private key, each in PEM. */
export interface CertificateAndKey {
  readonly cert: string
  readonly key: string
}

const day = 24 * 60 * 60 * 1000
/** Milliseconds of validity before `now`, because clocks differ, even between local containers. */
const before = 2 * day
const authorityDays = 3650
/** Apple's clients refuse server certificates that are valid for more than 825 days. */
const serverDays = 800

/**
 * Creates an authority. `now` is in milliseconds. Each authority has a different name, so that a
 * client that trusts several finds the right one.
 */
export function createAuthority(now: number): CertificateAndKey {
  const keys = newKeys()
  const name = `mock-endpoint CA ${randomBytes(4).toString('hex')}`
  const cert = certificate({
    ...{ now, days: authorityDays, subject: name, issuer: nameOf(name) },
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    extensions: [
      extension(
        id_ce_basicConstraints,
        new BasicConstraints({ cA: true, pathLenConstraint: 0 }),
        true,
      ),
      extension(
        id_ce_keyUsage,
        new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign),
        true,
      ),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId(keys.publicKey))),
    ],
  })
  return { cert, key: pemOf(keys.privateKey) }
}

/** Creates a server certificate, signed by the authority, for at least one name or address. */
export function certify(
  authority: CertificateAndKey,
  names: readonly string[],
  now: number,
): CertificateAndKey {
  const keys = newKeys()
  const { tbsCertificate } = AsnConvert.parse(new X509Certificate(authority.cert).raw, Certificate)
  const authorityId = new KeyIdentifier(keyId(createPublicKey(authority.cert)))
  const cert = certificate({
    ...{ now, days: serverDays, subject: 'mock-endpoint', issuer: tbsCertificate.subject },
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(authority.key),
    extensions: [
      extension(id_ce_subjectAltName, new SubjectAlternativeName(names.map(generalName))),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
      extension(
        id_ce_authorityKeyIdentifier,
        new AuthorityKeyIdentifier({ keyIdentifier: authorityId }),
      ),
    ],
  })
  return { cert, key: pemOf(keys.privateKey) }
}

/** Whether a certificate and its key belong together and can still sign server certificates. */
export function isAuthority({ cert, key }: CertificateAndKey, now: number): boolean {
  try {
    const known = new X509Certificate(cert)
    const isOwn = known.ca && known.checkPrivateKey(createPrivateKey(key))
    return isOwn && Date.parse(known.validTo) > now
  } catch {
    return false
  }
}

interface Keys {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** Creates a key pair. All TLS clients support its curve. */
function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** ecdsa-with-SHA256 (RFC 5758, 3.2). */
const signature = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })

function certificate({
  now,
  days,
  subject,
  issuer,
  publicKey,
  signingKey,
  extensions,
}: {
  readonly now: number
  readonly days: number
  readonly subject: string
  readonly issuer: Name
  readonly publicKey: KeyObject
  readonly signingKey: KeyObject
  readonly extensions: Extension[]
}): string {
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature,
    issuer,
    subject: nameOf(subject),
    validity: new Validity({
      notBefore: new Date(now - before),
      notAfter: new Date(now + days * day),
    }),
    subjectPublicKeyInfo: AsnConvert.parse(toSpki(publicKey), SubjectPublicKeyInfo),
    extensions: new Extensions(extensions),
  })
  const signed = sign('sha256', new Uint8Array(AsnConvert.serialize(tbsCertificate)), signingKey)
  const whole = new Certificate({
    tbsCertificate,
    signatureAlgorithm: signature,
    signatureValue: toBuffer(signed),
  })
  return new X509Certificate(new Uint8Array(AsnConvert.serialize(whole))).toString()
}

/** Returns a positive number of at most 20 bytes (RFC 5280, 4.1.2.2). */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return toBuffer(bytes)
}

function nameOf(commonName: string): Name {
  const value = new AttributeValue({ utf8String: commonName })
  const attribute = new AttributeTypeAndValue({ type: '2.5.4.3', value })
  return new Name([new RelativeDistinguishedName([attribute])])
}

function generalName(name: string): GeneralName {
  return new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name })
}

function extension(extnID: string, value: unknown, critical = false): Extension {
  return new Extension({
    extnID,
    critical,
    extnValue: new OctetString(AsnConvert.serialize(value)),
  })
}

/** Returns the identifier of a key, by the first method of RFC 5280, 4.2.1.2. */
function keyId(publicKey: KeyObject): OctetString {
  const { subjectPublicKey } = AsnConvert.parse(toSpki(publicKey), SubjectPublicKeyInfo)
  const hash = createHash('sha1').update(new Uint8Array(subjectPublicKey)).digest()
  return new OctetString(toBuffer(hash))
}

function toSpki(key: KeyObject): Uint8Array {
  return key.export({ type: 'spki', format: 'der' })
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
