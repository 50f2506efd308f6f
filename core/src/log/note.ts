import { assert } from '../assert.ts'
import { base64Of, bytesOfBase64 } from '../base64.ts'
import { asciiBytes, bytesOfHex, concat, hexOf } from '../bytes.ts'
import type { Crypto, Sha256 } from '../crypto.ts'

/** Signed notes as in C2SP signed-note.md, and cosignatures as in C2SP tlog-cosignature.md. Texts are ASCII. */

/** Algorithms: 1 is Ed25519 over the text, 4 an Ed25519 cosignature over time and text. */
export type KeyType = 1 | 4

/** A public key of 32 bytes and its name, which has no blanks and no plus sign. */
export interface NoteKey {
  name: string
  type: KeyType
  publicKey: Uint8Array
}

/** A key with its id. `namedKey` computes it once, as the id is a hash. */
export interface KnownKey extends NoteKey {
  /** 8 hexadecimal digits. */
  id: string
}

/** A key with its id: the first four bytes of SHA-256(name ‖ 0A ‖ type ‖ public key). */
export function namedKey(key: NoteKey, sha256: Sha256): KnownKey {
  assert(isName(key.name) && key.publicKey.length === 32, 'a key has a name and 32 bytes')
  const text = concat(asciiBytes(`${key.name}\n`), new Uint8Array([key.type]), key.publicKey)
  return { ...key, id: hexOf(sha256(text).subarray(0, 4)) }
}

/** The published text of a key: name+id+base64(type ‖ public key). */
export function keyText({ name, id, type, publicKey }: KnownKey): string {
  return `${name}+${id}+${base64Of(concat(new Uint8Array([type]), publicKey))}`
}

/** Parses a `keyText`; null for any other text, an unknown algorithm or a wrong id. */
export function parseKeyText(text: string, sha256: Sha256): KnownKey | null {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? []
  const bytes = bytesOfBase64(encoded)
  const type = bytes?.[0]
  if (!isName(name) || bytes?.length !== 33 || (type !== 1 && type !== 4)) return null
  const key = namedKey({ name, type, publicKey: bytes.subarray(1) }, sha256)
  return key.id === id ? key : null
}

function isName(name: string): boolean {
  return /^[!-*,-~]+$/.test(name)
}

/** Signs bytes with Ed25519, 64 bytes. */
export type Sign = (message: Uint8Array) => Uint8Array

/** A note with one signature of the text's author. `text` ends with a line break and has no empty last line. */
export function signNote(text: string, key: KnownKey, sign: Sign): string {
  assert(isText(text) && key.type === 1, 'a note is lines of ASCII, signed with Ed25519')
  return `${text}\n${signatureLine(key, sign(asciiBytes(text)))}`
}

/** A witness's cosignature line of a note's text, with its line break. `seconds` is the time, in whole seconds since 1970. */
export function cosign(text: string, seconds: number, key: KnownKey, sign: Sign): string {
  assert(isText(text) && key.type === 4, 'a cosignature has a key of its own kind')
  return signatureLine(key, concat(timeBytes(seconds), sign(cosignedBytes(text, seconds))))
}

function signatureLine({ name, id }: KnownKey, signature: Uint8Array): string {
  return `\u2014 ${name} ${base64Of(concat(idBytes(id), signature))}\n`
}

function idBytes(id: string): Uint8Array {
  const bytes = bytesOfHex(id)
  assert(bytes?.length === 4, 'a key id has 8 hexadecimal digits')
  return bytes
}

function cosignedBytes(text: string, seconds: number): Uint8Array {
  return asciiBytes(`cosignature/v1\ntime ${seconds}\n${text}`)
}

/** Eight bytes, big endian. */
function timeBytes(seconds: number): Uint8Array {
  assert(Number.isSafeInteger(seconds) && seconds >= 0, 'a time is whole seconds')
  const bytes = new Uint8Array(8)
  for (let [i, rest] = [7, seconds]; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256
  return bytes
}

function timeOf(bytes: Uint8Array): number {
  return bytes.reduce((seconds, byte) => seconds * 256 + byte, 0)
}

/** A valid signature by a known key. `seconds` is a cosignature's time since 1970; null for other signatures. */
export interface Verified {
  key: KnownKey
  seconds: number | null
}

/** A note whose known signatures are all valid. */
export interface OpenedNote {
  /** The signed text: lines, including the last line break. */
  text: string
  verified: Verified[]
}

/** Signature lines accepted in a note; readers must take at least 16. */
const MOST_SIGNATURES = 64
const MOST_LENGTH = 64 * 1024

/**
 * Opens a note with the keys that the reader knows. Signatures of other keys are ignored. Null when the note is
 * malformed or a known key's signature is wrong; `verified` may be empty.
 */
export function openNote(note: string, keys: readonly KnownKey[], crypto: Crypto): OpenedNote | null {
  const parts = splitNote(note)
  if (!parts) return null
  const verified: Verified[] = []
  for (const line of parts.lines) {
    const [, name, encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? []
    const bytes = bytesOfBase64(encoded)
    if (name === undefined || !bytes || bytes.length < 5) return null
    const id = hexOf(bytes.subarray(0, 4))
    const key = keys.find((one) => one.name === name && one.id === id)
    if (!key || verified.some((one) => one.key === key)) continue
    const found = verifiedBy(key, parts.text, bytes.subarray(4), crypto)
    if (!found) return null
    verified.push(found)
  }
  return { text: parts.text, verified }
}

/** Splits a note into text and signature lines without verifying them; null when malformed. */
export function splitNote(note: string): { text: string; lines: string[] } | null {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || note.length > MOST_LENGTH || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  return isText(text) && lines.length <= MOST_SIGNATURES ? { text, lines } : null
}

function isText(text: string): boolean {
  return /^[\n\x20-\x7e]*\n$/.test(text)
}

function verifiedBy(key: KnownKey, text: string, signature: Uint8Array, crypto: Crypto): Verified | null {
  if (key.type === 1) {
    const isValid =
      signature.length === 64 && crypto.verifyEd25519(signature, asciiBytes(text), key.publicKey)
    return isValid ? { key, seconds: null } : null
  }
  if (signature.length !== 72) return null
  const seconds = timeOf(signature.subarray(0, 8))
  if (!Number.isSafeInteger(seconds)) return null
  const isValid = crypto.verifyEd25519(signature.subarray(8), cosignedBytes(text, seconds), key.publicKey)
  return isValid ? { key, seconds } : null
}
