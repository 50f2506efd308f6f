import { bytesOfHex } from '@tickmark/core/bytes'
import { dayAt, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { VaultKeys } from './vault.ts'

const NAMES = ['marketSeed', 'logKey', 'receiptsKey', 'quoteKey', 'envelopeKey', 'pepper'] as const
type KeyName = (typeof NAMES)[number]

/** The server's own secrets, 32 bytes each, generated at the first start. */
export type Keys = Readonly<Record<KeyName, Uint8Array<ArrayBuffer>>> & {
  /** The UTC day of the first start, counted from 1970-01-01: the simulated market begins at its base prices there. */
  readonly firstDay: number
  /** The log key before `logKey`, which signs its successor; null unless an operator changed the key. */
  readonly formerLogKey: Uint8Array<ArrayBuffer> | null
  /** By number: they wrap the keys of encrypted records in the database. */
  readonly vaultKeys: VaultKeys
}

/** Reads the keys, or generates them when there is no file yet. Processes that start together get the same keys. */
export function loadKeys(file: string, nowMs: number): Keys {
  const kept = readKeys(file)
  if (kept) {
    chmodSync(file, 0o600)
    return kept
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const made = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString('hex')]))
  const firstDay = dayName(dayAt(nowMs))
  const vaultKeys = { 1: randomBytes(32).toString('hex') }
  const text = `${JSON.stringify({ ...made, firstDay, vaultKeys }, null, 2)}\n`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file) // fails when another process was first; readers never see a half-written file
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
  const keys = readKeys(file)
  if (!keys) throw new Error(`${file} went away while it was made`)
  return keys
}

/** The keys in a file; null when there is none. */
export function readKeys(file: string): Keys | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
  return keysOf(file, JSON.parse(text) as Record<string, unknown>)
}

function keysOf(file: string, given: Record<string, unknown>): Keys {
  const read = (name: string, text = given[name]) => {
    const bytes = typeof text === 'string' ? bytesOfHex(text) : null
    if (bytes?.length !== 32) throw new Error(`${file}: ${name} is not 64 hexadecimal digits`)
    return bytes
  }
  const entries = NAMES.map((name) => [name, read(name)] as const)
  const firstDay = typeof given['firstDay'] === 'string' ? dayOfName(given['firstDay']) : null
  if (firstDay === null) throw new Error(`${file}: firstDay ${NO_DAY}`)
  const own = Object.fromEntries(entries) as Record<KeyName, Uint8Array<ArrayBuffer>>
  const formerLogKey = given['formerLogKey'] === undefined ? null : read('formerLogKey')
  return { ...own, firstDay, formerLogKey, vaultKeys: vaultKeysOf(file, given['vaultKeys'], read) }
}

/** `"vaultKeys": { "1": "64 hexadecimal digits", "2": … }` */
function vaultKeysOf(
  file: string,
  given: unknown,
  read: (name: string, text: unknown) => Uint8Array<ArrayBuffer>,
): VaultKeys {
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  if (entries.length === 0 || !entries.every(([number]) => /^[1-9]\d{0,8}$/.test(number))) {
    throw new Error(`${file}: ${NO_VAULT}`)
  }
  return new Map(entries.map(([number, text]) => [Number(number), read(`vaultKeys.${number}`, text)]))
}

const NO_VAULT =
  'vaultKeys is not a table of keys by number; files of an earlier version lack it: add one, as {"1": "64 random hexadecimal digits"}'

const NO_DAY =
  'is not a date such as 2026-11-21; files of an earlier version lack it: start afresh without the data folder'

const keyObjects = new WeakMap<Uint8Array, KeyObject>()

/** The key as a KeyObject. Given plain bytes, Node builds one on every call, at five times the cost. */
export function secretKeyOf(bytes: Uint8Array): KeyObject {
  const known = keyObjects.get(bytes)
  if (known) return known
  const made = createSecretKey(bytes)
  keyObjects.set(bytes, made)
  return made
}

/** An Ed25519 key pair (RFC 8032) from its 32-byte seed. */
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
