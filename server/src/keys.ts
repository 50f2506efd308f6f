import { bytesOfHex } from '@tickmark/core/bytes'
import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

const NAMES = [
  'marketSeed',
  'logKey',
  'receiptsKey',
  'quoteKey',
  'envelopeKey',
  'pepper',
  'vapidKey',
] as const
type KeyName = (typeof NAMES)[number]
/** Names that came after the first version: a file without them gets them. */
const LATER: readonly KeyName[] = ['vapidKey']

/** The server's own secrets, 32 bytes each, made at the first start. */
export type Keys = Readonly<Record<KeyName, Uint8Array<ArrayBuffer>>>

/** Reads the keys, or makes them when there is no file yet. Processes that start together end up with the same ones. */
export function loadKeys(file: string): Keys {
  const kept = readKeys(file)
  if (kept) return kept
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const made = Object.fromEntries(NAMES.map((name) => [name, newKey(name, () => randomBytes(32))]))
  const draft = writeDraft(file, made)
  try {
    linkSync(draft, file) // fails when another process was first; a file is never seen half written
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
  const keys = readKeys(file)
  if (!keys) throw new Error(`${file} went away while it was made`)
  return keys
}

function readKeys(file: string): Keys | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
  chmodSync(file, 0o600)
  return keysOf(file, completed(file, JSON.parse(text) as Record<string, unknown>))
}

/**
 * The keys of a file with those that it lacks because it is older than they are. They follow from its pepper, so that
 * processes which find them missing at the same time write the same file, and one that dies before leaves it to the next.
 */
function completed(file: string, given: Record<string, unknown>): Record<string, unknown> {
  const missing = LATER.filter((name) => given[name] === undefined)
  if (missing.length === 0) return given
  const earlier = NAMES.filter((name) => !missing.includes(name))
  const { pepper } = keysOf(file, given, earlier)
  const derived = (name: KeyName) => (turn: number) =>
    Buffer.from(hkdfSync('sha256', pepper, '', `tickmark ${name} ${turn}`, 32))
  const all = { ...given, ...Object.fromEntries(missing.map((name) => [name, newKey(name, derived(name))])) }
  keysOf(file, all)
  const draft = writeDraft(file, all)
  try {
    renameSync(draft, realOf(file))
  } finally {
    rmSync(draft, { force: true })
  }
  return all
}

/** The first key that fits its use: nearly every number is one of the curve P-256, where the VAPID key lives, but not all. */
function newKey(name: KeyName, make: (turn: number) => Buffer): string {
  for (let turn = 0; ; turn++) {
    const key = make(turn)
    if (name !== 'vapidKey' || isCurveKey(key)) return key.toString('hex')
  }
}

function isCurveKey(bytes: Uint8Array): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(bytes)
    return true
  } catch {
    return false
  }
}

/** Writes the whole file beside its place, on the disk before it is put there; replies with its path. */
function writeDraft(file: string, keys: Record<string, unknown>): string {
  const draft = `${realOf(file)}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

/** Where a link leads, so that the draft is on the same disk; the path itself while there is no file. */
function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function keysOf(file: string, given: Record<string, unknown>, names: readonly KeyName[] = NAMES): Keys {
  const entries = names.map((name) => {
    const text = given[name]
    const bytes = typeof text === 'string' ? bytesOfHex(text) : null
    if (bytes?.length !== 32) throw new Error(`${file}: ${name} is not 64 hexadecimal digits`)
    return [name, bytes] as const
  })
  return Object.fromEntries(entries) as Record<KeyName, Uint8Array<ArrayBuffer>>
}

const keyObjects = new WeakMap<Uint8Array, KeyObject>()

/** The key as the platform's ciphers and MACs want it; with bare bytes they make it anew on every call, at five times the cost. */
export function secretKeyOf(bytes: Uint8Array): KeyObject {
  const known = keyObjects.get(bytes)
  if (known) return known
  const made = createSecretKey(bytes)
  keyObjects.set(bytes, made)
  return made
}

/** An Ed25519 key pair (RFC 8032) made from its 32-byte seed. */
export interface Signer {
  /** 64 hexadecimal digits. */
  publicKey: string
  sign(message: Uint8Array): Uint8Array
}

/** PKCS #8 in front of a bare Ed25519 seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export function signerOf(seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return { publicKey: publicKeyOf(key), sign: (message) => sign(null, message, key) }
}

function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an Ed25519 key has a public half')
  return Buffer.from(x, 'base64url').toString('hex')
}
