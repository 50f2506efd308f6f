import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Reads frames on many sockets and records when each frame was complete. fanout.ts runs it in separate processes. */

interface Order {
  port: number
  path: 'raw' | 'plain' | 'deflated'
  count: number
}

/** Results of one reader process: arrival times by frame, in ms of the machine's monotonic clock. */
export interface Report {
  arrivals: number[][]
  bytes: number
  missing: number
}

const sockets: Socket[] = []
let arrivals: number[][] = []
let bytes = 0

type Message =
  | { do: 'connect'; order: Order }
  | { do: 'begin' }
  | { do: 'report'; frames: number }
  | { do: 'call'; port: number; forMs: number }

process.on('message', (message: Message) => {
  if (message.do === 'connect') void connectAll(message.order)
  else if (message.do === 'begin') begin()
  else if (message.do === 'report') report(message.frames)
  else void callAgain(message.port, message.forMs)
})
process.on('disconnect', () => process.exit(0))

async function connectAll(order: Order): Promise<void> {
  for (let done = 0; done < order.count; done += 100) {
    await Promise.all(Array.from({ length: Math.min(100, order.count - done) }, () => connectOne(order)))
  }
  process.send?.('connected')
}

function connectOne({ port, path }: Order): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.once('error', reject)
    if (path === 'raw') {
      socket.once('connect', () => {
        listen(socket)
        resolve()
      })
      return
    }
    const extension = path === 'deflated' ? 'Sec-WebSocket-Extensions: permessage-deflate\r\n' : ''
    socket.write(
      `GET /wss HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n${extension}\r\n`,
    )
    socket.once('data', (answer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 101'))
        return reject(new Error(answer.toString('latin1')))
      listen(socket)
      socket.write(masked('{"type":4,"paramsJson":{}}'))
      resolve()
    })
  })
}

/** A client's text frame. Its mask is all zeros: allowed, and it leaves the payload unchanged. */
function masked(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

/** Tracks the frames of a stream by their lengths, without storing them. */
function listen(socket: Socket): void {
  const head = Buffer.alloc(4)
  const mine: number[] = []
  arrivals.push(mine)
  const index = arrivals.length - 1
  let have = 0
  let left = 0
  socket.on('data', (part: Buffer) => {
    bytes += part.length
    for (let at = 0; at < part.length;) {
      if (left > 0) {
        const taken = Math.min(left, part.length - at)
        left -= taken
        at += taken
        if (left === 0) arrivals[index]?.push(now())
        continue
      }
      head[have++] = part[at++] ?? 0
      const short = (head[1] ?? 0) & 127
      if (have === 2 && short < 126) [left, have] = [short, 0]
      else if (have === 4) [left, have] = [head.readUInt16BE(2), 0]
    }
  })
}

function begin(): void {
  arrivals = arrivals.map(() => [])
  bytes = 0
}

function report(frames: number): void {
  const missing = arrivals.filter((one) => one.length !== frames).length
  const whole = arrivals.filter((one) => one.length === frames)
  const byFrame = Array.from({ length: frames }, (_, i) => whole.map((one) => one[i] ?? 0))
  const result: Report = { arrivals: byFrame, bytes, missing }
  process.send?.(result)
  for (const socket of sockets) socket.destroy()
}

/** Calls the server repeatedly on one keep-alive connection, and reports each answer time in ms. */
async function callAgain(port: number, forMs: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const end = now() + forMs; now() < end; await sleep(4)) {
    const start = now()
    await new Promise<void>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (answer) => answer.resume().once('end', resolve)).once(
        'error',
        reject,
      )
    })
    times.push(now() - start)
  }
  agent.destroy()
  process.send?.(times)
}

function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
