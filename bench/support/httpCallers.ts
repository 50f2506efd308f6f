import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** Places orders over keep-alive connections, as fast as the server answers or at a pace. It runs in a process of its own. */

export interface Task {
  port: number
  forMs: number
  warmMs: number
  /** Interval between a connection's orders, if the answer has arrived by then; 0 is as fast as the server answers. */
  everyMs: number
  /** One entry for each connection: the cookies of its users, who order in turn, and the enveloped orders. */
  callers: { cookies: string[]; bodies: string[] }[]
}

export interface Tally {
  perSecond: number
  p50: number
  p99: number
  /** Number of answers other than 200, and the first such answer. */
  refused: number
  example: string
}

process.on('message', (task: Task) => void run(task))
process.on('disconnect', () => process.exit(0))

async function run(task: Task): Promise<void> {
  const begin = now() + task.warmMs
  const end = begin + task.forMs
  const times: number[] = []
  let refused = 0
  let example = ''
  const note = (start: number, answer: string) => {
    if (start < begin) return
    times.push(now() - start)
    if (answer.startsWith('HTTP/1.1 200')) return
    refused++
    if (example === '') example = answer
  }
  await Promise.all(
    task.callers.map((caller) => callOn(connect(task.port, '127.0.0.1'), caller, task, end, note)),
  )
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  const tally: Tally = {
    perSecond: times.length / (task.forMs / 1_000),
    p50: at(0.5),
    p99: at(0.99),
    refused,
    example,
  }
  process.send?.(tally)
}

/**
 * One caller: sends the next order when the last one is answered, and reconnects when the server closes the connection.
 */
function callOn(
  first: Socket,
  { cookies, bodies }: Task['callers'][number],
  { port, everyMs }: Pick<Task, 'port' | 'everyMs'>,
  end: number,
  note: (start: number, answer: string) => void,
): Promise<void> {
  const head =
    `POST /api/createLimitOrder HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nX-App: 1\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nCookie: sid='
  let sent = Math.floor(Math.random() * bodies.length)
  return new Promise((resolve) => {
    let start = 0
    let answer = ''
    const send = (socket: Socket) => {
      answer = ''
      start = now()
      const cookie = cookies[sent % cookies.length]
      sent += 1
      const body = bodies[(7 * sent) % bodies.length] ?? ''
      socket.write(
        `${head}${cookie}\r\nContent-Length: ${body.length}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${body}`,
      )
    }
    const follow = (socket: Socket) => {
      let isOver = false
      socket.on('data', (part) => {
        answer += part.toString('latin1')
        const headEnd = answer.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? -1)
        if (headEnd < 0 || length < 0 || answer.length < headEnd + 4 + length) return
        note(start, answer)
        if (start >= end) {
          isOver = true
          socket.destroy()
          return resolve()
        }
        if (/\r\nconnection: close\r\n/i.test(answer)) {
          isOver = true
          socket.destroy()
          return follow(connect(port, '127.0.0.1'))
        }
        if (everyMs === 0) send(socket)
        else setTimeout(() => send(socket), Math.max(0, start + everyMs - now()))
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (!isOver) follow(connect(port, '127.0.0.1'))
      })
      socket.once('connect', () => {
        if (everyMs === 0) send(socket)
        // Spreads the first orders over the interval.
        else setTimeout(() => send(socket), Math.random() * everyMs)
      })
    }
    follow(first)
  })
}

function now(): number {
  return performance.now()
}
