import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** Flags of WebAuthn's authenticator data: user present, and user verified by touch, face or number. */
const PRESENT = 0x01
const CHECKED = 0x04
const WITH_KEY = 0x40

export interface Passkey {
  id: string
  /** The result of the browser's `create` with these options. */
  made(options: Options, more?: More): object
  /** The result of the browser's `get` with these options. */
  proof(options: Options, more?: More): object
}

interface Options {
  challenge: string
}

interface More {
  origin?: string
  host?: string
  /** False for an authenticator that was only touched, without verifying its user. */
  isChecked?: boolean
  counter?: number
}

/** A passkey in software (WebAuthn level 3, ES256, attestation `none`), written without the product's library. */
export function passkey(url: string): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  let uses = 0
  const dataOf = (
    { host = new URL(url).hostname, isChecked = true, counter = ++uses }: More,
    key?: Buffer,
  ) => {
    const flags = PRESENT | (isChecked ? CHECKED : 0) | (key ? WITH_KEY : 0)
    const head = Buffer.concat([sha256(host), Buffer.from([flags]), uint(counter, 4)])
    return key ? Buffer.concat([head, Buffer.alloc(16), uint(id.length, 2), id, key]) : head
  }
  const clientOf = (type: string, { challenge }: Options, { origin = url }: More) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    id: named.id,
    made(options, more = {}) {
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const response = {
        clientDataJSON: clientOf('webauthn.create', options, more).toString('base64url'),
        attestationObject: attestation(dataOf(more, key)).toString('base64url'),
        transports: ['internal'],
      }
      return { ...named, response, clientExtensionResults: {} }
    },
    proof(options, more = {}) {
      const [client, data] = [clientOf('webauthn.get', options, more), dataOf(more)]
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...named, response, clientExtensionResults: {} }
    },
  }
}

/** CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key for ES256 on P-256. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)])
}

/** CBOR of {fmt: "none", attStmt: {}, authData}. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const bytes = Buffer.concat([Buffer.from([0x59]), uint(data.length, 2), data])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes,
  ])
}

function uint(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
