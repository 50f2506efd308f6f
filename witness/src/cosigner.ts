import { asciiBytes, concat, hexOf } from '@tickmark/core/bytes'
import { base64Of, bytesOfBase64 } from '@tickmark/core/base64'
import { cosign, namedKey, type KnownKey } from '@tickmark/core/log/note'
import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { nodeCrypto } from './nodeCrypto.ts'

/** A witness's key, which can only cosign. */
export interface Cosigner {
  key: KnownKey
  /** This witness's cosignature line of a note's text, now or at `seconds` since 1970. */
  line(text: string, seconds: number): string
}

/** PKCS #8 in front of a bare Ed25519 seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export function cosignerOf(name: string, seed: Uint8Array): Cosigner {
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(secret).export({ format: 'jwk' })
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'))
  const key = namedKey({ name, type: 4, publicKey }, nodeCrypto.sha256)
  return {
    key,
    line: (text, seconds) => cosign(text, seconds, key, (message) => sign(null, message, secret)),
  }
}

/**
 * Reads the key from a file, or creates one under that name if there is no file. The file has one line,
 * `PRIVATE+KEY+<name>+<id>+<base64(04 ‖ seed)>`, as other signed-note programs write it. Throws when it is not a key or has
 * another name.
 */
export function cosignerIn(file: string, name: string | null): Cosigner {
  const kept = read(file)
  if (kept === null && name === null)
    throw new Error(`there is no key in ${file}: give --name to make one, such as witness.example/w1`)
  return cosignerOfText(file, kept ?? make(file, name ?? ''), name)
}

function cosignerOfText(file: string, text: string, name: string | null): Cosigner {
  const [, named = '', id, encoded = ''] =
    /^PRIVATE\+KEY\+([!-*,-~]+)\+([0-9a-f]{8})\+(\S+)\n?$/.exec(text) ?? []
  const bytes = bytesOfBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== 4) throw new Error(`${file} holds no key of a witness`)
  if (name !== null && name !== named)
    throw new Error(`the key in ${file} is that of ${named}, not of ${name}`)
  const cosigner = cosignerOf(named, bytes.subarray(1))
  if (cosigner.key.id !== id) throw new Error(`${file} is damaged: the key has another id`)
  return cosigner
}

function make(file: string, name: string): string {
  if (!/^[!-*,-~]+$/.test(name)) throw new Error(`--name ${name}: a name has no blanks and no plus sign`)
  const seed = new Uint8Array(randomBytes(32))
  const { key } = cosignerOf(name, seed)
  const text = `PRIVATE+KEY+${name}+${key.id}+${base64Of(concat(new Uint8Array([4]), seed))}\n`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${hexOf(randomBytes(6))}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, file)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
  return read(file) ?? text
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw thrown
  }
}

/** Hex SHA-256 of a log's name, the path of its head (C2SP tlog-witness). */
export function hashOfOrigin(origin: string): string {
  return hexOf(nodeCrypto.sha256(asciiBytes(origin)))
}
