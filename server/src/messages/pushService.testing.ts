import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A browser's push subscription, and how the browser decrypts a push. */
export interface Browser {
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** Decrypts a push per RFC 8188 and RFC 8291; throws when it was encrypted for other keys. */
  open(body: Buffer): unknown
}

/** A browser with fresh keys. */
export function newBrowser(endpoint: string): Browser {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    open(body) {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + body.readUInt8(20))
      const record = body.subarray(21 + sender.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      cipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as unknown
    },
  }
}

/** One call that a push service received. */
export interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A test's own push service, over plain HTTP on this machine. */
export interface PushService {
  origin: string
  /** Received calls, in order. */
  pushed: Pushed[]
  /** Answers to the next calls; 201 when none is left. */
  answers: ((response: ServerResponse) => void)[]
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const pushed: Pushed[] = []
  const answers: PushService['answers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      pushed.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      const answer = answers.shift() ?? ((to: ServerResponse) => to.writeHead(201).end())
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    pushed,
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer with a status only. */
export function status(code: number, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => void response.writeHead(code, headers).end()
}
